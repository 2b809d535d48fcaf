import { createStore, useStore } from "zustand"
import { fieldsOf, type JsonObject } from "#core/lib/fields.ts"
import { readTab, writeTab } from "../platform/storage/tab-storage.ts"

/**
 * A reading position: a message, and the distance of its top below the top of the viewport, in CSS pixels; negative
 * once it has been scrolled past.
 */
export interface ReadingPlace {
  readonly messageId: string
  readonly offsetPx: number
  /**
   * The same for a part of the message: in a long message, the height of the parts above may change before the reader
   * returns.
   */
  readonly part?: { readonly index: number; readonly offsetPx: number } | undefined
}

const key = "nk-reading-places"

/**
 * The reading position of each conversation, by session id; without an entry it is the end. Kept as long as the tab.
 */
const places = new Map<string, ReadingPlace>(readPlaces())

export function placeOf(sessionId: string): ReadingPlace | undefined {
  return places.get(sessionId)
}

/** `undefined`: the reader is at the end. */
export function rememberPlace(sessionId: string, place: ReadingPlace | undefined): void {
  if (place === undefined) places.delete(sessionId)
  else places.set(sessionId, place)
}

/** Stores the positions before the page closes, so that a reload finds them. */
export function storePlaces(): void {
  writeTab(key, JSON.stringify([...places]))
}

/** A message to scroll to, in a conversation that is open or about to be opened. */
export interface WantedMessage {
  readonly sessionId: string
  readonly messageId: string
  /** It was just asked: it glides to the top, and its answer grows below it. */
  readonly isAsked?: boolean
}

const wanted = createStore<{ readonly message: WantedMessage | undefined }>(() => ({ message: undefined }))

/** Scrolls to a message: at once where its conversation is open, else when it is next opened. */
export function goToMessage(sessionId: string, messageId: string): void {
  wanted.setState({ message: { sessionId, messageId } })
}

/** Shows a question that was just asked, or asked again, at the top of its conversation: the reader sees the answer begin. */
export function showAsked(sessionId: string, messageId: string): void {
  wanted.setState({ message: { sessionId, messageId, isAsked: true } })
}

export function useWantedMessage(sessionId: string): WantedMessage | undefined {
  return useStore(wanted, ({ message }) => (message?.sessionId === sessionId ? message : undefined))
}

/** Forgets the target once it was reached: opening the conversation again restores the reading position. */
export function forgetWanted(message: WantedMessage): void {
  if (wanted.getState().message === message) wanted.setState({ message: undefined })
}

function readPlaces(): [string, ReadingPlace][] {
  try {
    const stored: unknown = JSON.parse(readTab(key) ?? "[]")
    return Array.isArray(stored) ? stored.filter(isEntry) : []
  } catch {
    return []
  }
}

function isEntry(entry: unknown): entry is [string, ReadingPlace] {
  if (!Array.isArray(entry) || typeof entry[0] !== "string") return false
  const { messageId, offsetPx, part } = fieldsOf(entry[1])
  return typeof messageId === "string" && typeof offsetPx === "number" && (part === undefined || isPart(fieldsOf(part)))
}

function isPart({ index, offsetPx }: JsonObject): boolean {
  return typeof index === "number" && typeof offsetPx === "number"
}
