import { createStore, useStore } from "zustand"
import { fieldsOf, type StoredFields } from "#core/lib/read-value.ts"
import { readTab, writeTab } from "../platform/tab-storage.ts"

/** A message, and how far its top is below the top of what is seen, in CSS pixels; negative once it has been scrolled past. */
export interface ReadingPlace {
  readonly messageId: string
  readonly offsetPx: number
  /** Likewise for a part of the message: in a long one, what stands above may be of another height when the reader returns. */
  readonly part?: { readonly index: number; readonly offsetPx: number } | undefined
}

const key = "nk-reading-places"

/** By session id, where the reader left each conversation. Without an entry, at its end. Lasts as long as the tab. */
const places = new Map<string, ReadingPlace>(readPlaces())

export function placeOf(sessionId: string): ReadingPlace | undefined {
  return places.get(sessionId)
}

/** `undefined`: the reader is at the end. */
export function rememberPlace(sessionId: string, place: ReadingPlace | undefined): void {
  if (place === undefined) places.delete(sessionId)
  else places.set(sessionId, place)
}

/** Before the page goes: a reload finds the places again. */
export function storePlaces(): void {
  writeTab(key, JSON.stringify([...places]))
}

/** A message somebody wants to see, in a conversation that is open or about to be. */
export interface WantedMessage {
  readonly sessionId: string
  readonly messageId: string
}

const wanted = createStore<{ readonly message: WantedMessage | undefined }>(() => ({ message: undefined }))

/** Brings a message into sight: at once where its conversation is open, else when it is opened next. */
export function goToMessage(sessionId: string, messageId: string): void {
  wanted.setState({ message: { sessionId, messageId } })
}

export function useWantedMessage(sessionId: string): WantedMessage | undefined {
  return useStore(wanted, ({ message }) => (message?.sessionId === sessionId ? message : undefined))
}

/** It has been found: opening the conversation again begins where the reader left it. */
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

function isPart({ index, offsetPx }: StoredFields): boolean {
  return typeof index === "number" && typeof offsetPx === "number"
}
