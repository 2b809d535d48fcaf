import type { Message } from "../conversation/message.ts"
import { givenUp, isOpen } from "../imagegen/drawing-queue.ts"
import type { Drawing } from "../imagegen/drawing.ts"
import { fieldsOf, parseJson, type JsonObject } from "../lib/fields.ts"
import type { AppConfig } from "../settings/app-config.ts"
import { readAppConfig } from "../settings/read-app-config.ts"

/*
 * A page resumes by itself what it finds under way, and may spend money on it. A stranger may have written a backup: what it holds
 * as under way is put to rest when it is restored, and only the page's user starts it again (0291).
 */

/** A stored message as it is restored: an answer that was arriving was interrupted, a question that waited waits no more. */
export function messageAtRest<Stored extends Partial<Message>>(message: Stored): Stored {
  const { streaming, queued, ...rest } = message
  if (streaming !== true && queued === undefined) return message
  return { ...(rest as Stored), ...(streaming === true ? { interrupted: true } : {}) }
}

/**
 * A stored drawing as it is restored: one that waited, or was being drawn, ended without a picture. So did one that can be asked
 * for again as it was sent, for what is sent then may be another picture than the one that is shown.
 */
export function drawingAtRest(drawing: Drawing): Drawing {
  const kind = drawing.failure?.kind
  return isOpen(drawing) || kind === "not-stored" || kind === "unread" ? givenUp(drawing) : drawing
}

/**
 * The settings of a file, in the text in which they are stored, with the lower one of each ceiling: a file may lower what a message
 * and a day may cost, and never raises or removes it.
 */
export function settingsWithCeilings(fromFile: string, here: string | null): string {
  const stored = parseJson(fromFile)
  const [own, coming] = [readAppConfig(parseJson(here ?? "")), readAppConfig(stored)]
  const isHigher = (name: "messageCeiling" | "dayCeiling") =>
    own[name] > 0 && (coming[name] === 0 || coming[name] > own[name])
  const kept = (["messageCeiling", "dayCeiling"] as const).filter(isHigher)
  if (kept.length === 0) return fromFile
  const ceilings = Object.fromEntries(kept.map((name) => [name, own[name]]))
  const { state, ...beside } = fieldsOf(stored)
  return JSON.stringify(
    state === undefined ? { ...beside, ...ceilings } : { ...beside, state: { ...fieldsOf(state), ...ceilings } },
  )
}

/**
 * The settings that a file of another program brings: those that it names, and no others, which would be reset. Of each ceiling the lower
 * one. How wide the list of conversations is, and which models there are, is this browser's own.
 */
export function settingsOfFile(file: JsonObject, here: AppConfig): Partial<AppConfig> {
  const named = fieldsOf(file["state"] === undefined ? file : file["state"])
  const lower = settingsWithCeilings(JSON.stringify(file), JSON.stringify(here))
  const { models: _models, sidebarWidth: _width, ...coming } = readAppConfig(parseJson(lower))
  return Object.fromEntries(Object.entries(coming).filter(([name]) => Object.hasOwn(named, name)))
}
