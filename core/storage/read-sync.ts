import { fieldsOf } from "../lib/fields.ts"
import type { Life } from "./register.ts"
import type { Sync, TextStamps } from "./row.ts"
import { readStamp, type Seen, type Stamp } from "./stamp.ts"

/** The stamps of a stored record. What is damaged of them is left out, and counts as older than any stamp. */
export function readSync(stored: unknown): Sync | undefined {
  const fields = fieldsOf(stored)
  const born = readStamp(fields["born"])
  const life = readLife(fields["life"])
  const at = eachOf(fields["at"], readStamp)
  const texts = eachOf(fields["texts"], readText)
  const sync: Sync = {
    ...(born === undefined ? {} : { born }),
    ...(life === undefined ? {} : { life }),
    ...(at === undefined ? {} : { at }),
    ...(texts === undefined ? {} : { texts }),
  }
  return Object.keys(sync).length === 0 ? undefined : sync
}

/** Whether a record lives, or when it was deleted. */
export function readLife(stored: unknown): Life | undefined {
  const { alive, c, seen } = fieldsOf(stored)
  const stamp = readStamp(c)
  if (typeof alive !== "boolean" || stamp === undefined) return undefined
  return { alive, c: stamp, ...(seen === undefined ? {} : { seen: readSeen(seen) }) }
}

function readSeen(stored: unknown): Seen {
  return eachOf(stored, readStamp) ?? {}
}

function readText(stored: unknown): TextStamps | undefined {
  const { c, seen, others } = fieldsOf(stored)
  const stamp = readStamp(c)
  if (stamp === undefined) return undefined
  const versions = (Array.isArray(others) ? others : []).flatMap((one: unknown) => {
    const version = fieldsOf(one)
    const written: Stamp | undefined = readStamp(version["c"])
    return written === undefined || version["v"] === undefined ? [] : [{ v: version["v"], c: written }]
  })
  return { c: stamp, seen: readSeen(seen), ...(versions.length === 0 ? {} : { others: versions }) }
}

/** The fields of an object that can be read; undefined where none can. */
function eachOf<Value>(
  stored: unknown,
  read: (field: unknown) => Value | undefined,
): Readonly<Record<string, Value>> | undefined {
  const found = Object.entries(fieldsOf(stored)).flatMap(([name, field]): [string, Value][] => {
    const value = read(field)
    return value === undefined ? [] : [[name, value]]
  })
  return found.length === 0 ? undefined : Object.fromEntries(found)
}
