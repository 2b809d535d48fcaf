import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { fieldsOf } from "#core/lib/fields.ts"
import { otherEditions } from "#core/storage/row.ts"
import { travelling } from "#core/sync/document.ts"
import { compareStates } from "#core/sync/join.ts"
import { restoreKept } from "../sync/kept-records.ts"
import { fileReplica } from "../sync/replica.ts"
import type { ProsaDatabase } from "../storage/database.ts"
import { newVault, vaultDevice, type VaultDevice } from "./test-device.ts"
import { startGateway, type TestGateway } from "../../../testing/gateway.ts"
import { Oracle } from "../../../testing/sync-simulator/oracle.ts"
import { diceOf } from "../../../testing/sync-simulator/world.ts"

/* The page's own code of the vault, on devices whose storage is in memory, through a real server, whatever happens on the way. */

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway({ pretend: true, env: { TRUSTED_PROXIES: "127.0.0.1", LIMIT_ADDRESS_PER_MINUTE: "0" } })
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await gateway.stop()
})

const overTheWire = globalThis.fetch
let requests = 0

/** What happens to a request: its reply, or none. */
type Weather = (ask: () => Promise<Response>, what: string) => Promise<Response>

/** Has the page's requests go to a server, each from another address: whoever lives through years in seconds asks too often. */
function reach(weather: Weather): void {
  const send = (path: string, init?: RequestInit) => {
    requests += 1
    const headers = new Headers(init?.headers)
    headers.set("x-forwarded-for", `198.51.${(requests >> 8) & 255}.${requests & 255}`)
    const ask = () => overTheWire(new URL(path, gateway.url), { ...init, headers })
    return weather(ask, `${init?.method ?? "GET"} ${path}`)
  }
  vi.stubGlobal("fetch", send)
}

/** A database whose page is closed after so many steps. */
function closing(database: ProsaDatabase, steps: number): ProsaDatabase {
  let left = steps
  return new Proxy(database, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== "function") return value
      return (...args: unknown[]) => {
        if (left-- <= 0) throw new Error("the page was closed")
        return (value as (...given: unknown[]) => unknown).apply(target, args)
      }
    },
  })
}

interface Someone {
  readonly device: VaultDevice
  readonly name: string
  /** What it knows for certain, as a whole round has told it. */
  readonly knows: Set<string>
}

/** One history of two or three devices of a vault, and what is wrong at its end. */
async function live(seed: number) {
  const dice = diceOf(seed)
  const upTo = (most: number) => Math.floor(dice() * most)
  reach((ask) => ask())
  const { code } = await gateway.code("premium")
  const secret = await newVault({ authorization: `Bearer nk-${code}` })
  const people: Someone[] = []
  for (const name of ["A", "B", "C"].slice(0, 2 + upTo(2)))
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    people.push({ device: await vaultDevice(secret, name), name, knows: new Set() })
  const [oracle, steps, cloud] = [new Oracle(), [] as string[], new Set<string>()]
  const trouble = dice() < 0.3 ? 0 : dice() * 0.08
  let [count, isCalm] = [0, false]
  reach(async (ask, what) => {
    if (!isCalm && dice() < trouble) return Promise.reject(new TypeError("no line"))
    const reply = await ask()
    if (!isCalm && dice() < trouble) return Promise.reject(new TypeError("the reply was lost"))
    // Now and then the log is said to be long, so that somebody puts a snapshot in its place.
    if (!/^GET \/api\/vault\/[\w-]+$/.test(what) || dice() > 0.3) return reply
    return Response.json({ ...fieldsOf(await reply.json()), batches: 500 }, { status: reply.status })
  })

  const textsOf = async ({ device }: Someone, id?: string) => {
    const rows = await device.messages()
    return rows.flatMap((row) => {
      const { content } = row.message
      const { sync } = row as { readonly sync?: Parameters<typeof otherEditions>[0] }
      const all = [content, ...otherEditions(sync, "message.content", content).map(({ v }) => v)]
      return id === undefined || row.id === id ? all.filter((one) => typeof one === "string") : []
    })
  }
  const could = async (who: Someone) => new Set([...who.knows, ...(await textsOf(who))])
  const namesOf = async ({ device }: Someone, chat?: string) => {
    const rows: readonly unknown[] = await device.database.getAll("sessions")
    return rows
      .map((row) => fieldsOf(fieldsOf(row)["value"]))
      .flatMap(({ id, topic }) => (chat === undefined || id === chat ? [String(topic)] : []))
  }

  const round = async (who: Someone) => {
    const { device, knows, name } = who
    const isCut = !isCalm && dice() < 0.15
    const there = new Set(cloud)
    const through = isCut ? closing(device.database, upTo(60)) : device.database
    const report = await device.sync(through).catch(() => undefined)
    const isWhole = report?.trouble === undefined && report !== undefined
    if (isWhole) {
      for (const one of there) knows.add(one)
      for (const one of knows) cloud.add(one)
    }
    steps.push(`${name} syncs: ${isWhole ? "ok" : (report?.trouble ?? "cut")}`)
    return report
  }

  const act = async (who: Someone) => {
    const { device, knows, name } = who
    const chats = await device.chats()
    const chat = chats[upTo(chats.length)]
    const said = (await device.messages()).filter(({ sessionId }) => sessionId === chat)
    const message = said[upTo(said.length)]
    const kind = dice()
    const text = `texto ${++count}`
    if (chat === undefined || message === undefined || kind < 0.4) {
      const where = chat === undefined || kind < 0.1 ? `chat-${count}` : chat
      const id = `m-${count}`
      oracle.wrote({ text, chat: where, message: id }, await could(who))
      knows.add(text)
      await device.say(where, id, text)
      steps.push(`${name} says ${id} in ${where}: ${text}`)
    } else if (kind < 0.6) {
      oracle.wrote({ text, chat, message: message.id }, await could(who))
      oracle.wroteOver(await textsOf(who, message.id), message.id, chat)
      knows.add(text)
      await device.edit(message.id, text)
      steps.push(`${name} edits ${message.id} of ${chat}: ${text}`)
    } else if (kind < 0.7) {
      knows.add(oracle.deleted(chat, message.id, await could(who), knows))
      await device.removeMessage(message.id)
      steps.push(`${name} deletes ${message.id} of ${chat}`)
    } else if (kind < 0.8) {
      knows.add(oracle.deleted(chat, undefined, await could(who), knows))
      await device.removeChat(chat)
      steps.push(`${name} deletes ${chat}`)
    } else if (kind < 0.88) {
      const [kept] = await device.database.getAllKeys("kept")
      if (kept === undefined) return
      const row = fieldsOf(await device.database.get("kept", kept))
      const home = kept[0] === "sessions" ? kept[1] : homeIn(row)
      if (home !== undefined && (await restoreKept(device.database, kept[0], kept[1]))) {
        knows.add(oracle.restored(home, kept[0] === "messages" ? kept[1] : undefined))
        // A message comes back with its conversation.
        knows.add(oracle.restored(home, undefined))
        steps.push(`${name} takes back ${kept.join("/")}`)
      }
    } else {
      oracle.wroteOver(await namesOf(who, chat), chat, chat)
      await device.rename(chat, `título ${++count}`)
      steps.push(`${name} names ${chat}: título ${count}`)
    }
  }

  for (let step = 8 + upTo(20); step > 0; step--) {
    const who = people[upTo(people.length)] as Someone
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await (dice() < 0.4 ? round(who) : act(who))
  }
  steps.push("quiet")
  isCalm = true
  const problems: string[] = []
  for (let again = 0; again < 4; again++)
    for (const who of people) {
      // oxlint-disable-next-line no-await-in-loop
      const report = await round(who)
      if (report?.trouble !== undefined) problems.push(`${who.name}: ${report.trouble}`)
      if (again === 3 && report?.notice !== undefined) problems.push(`${who.name}: ${report.notice.kind}`)
    }
  const states = await Promise.all(
    people.map(async ({ device }) => travelling((await fileReplica(device.database).readState()).records)),
  )
  for (const state of states.slice(1)) {
    const { up, down } = compareStates(states[0] as typeof state, state)
    const differing = [...up, ...down].map(({ kind, id }) => `${kind}/${id}`)
    if (differing.length > 0) problems.push(`not the same: ${[...new Set(differing)].join(", ")}`)
  }
  for (const who of people) {
    // oxlint-disable-next-line no-await-in-loop
    const [words, names, rows] = [await textsOf(who), await namesOf(who), await who.device.messages()]
    const messages = new Set(rows.map(({ id }) => id))
    problems.push(...oracle.problems(who.name, new Set(words), messages, new Set(names)))
  }
  return { problems, steps }
}

function homeIn(kept: object): string | undefined {
  const text = JSON.stringify(kept)
  return /"sessionId":"([\w-]+)"/.exec(text)?.[1]
}

const histories = Number(process.env["VAULT_HISTORIES"] ?? 12)

it("devices of a vault are equal after quiet, lose no words and revive nothing, whatever happens on the way", async () => {
  for (let seed = 1; seed <= histories; seed++) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { problems, steps } = await live(seed)
    expect(problems, `seed ${seed}\n${steps.join("\n")}`).toEqual([])
  }
})
