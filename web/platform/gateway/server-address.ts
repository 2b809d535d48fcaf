/*
 * Where the server is: where the page came from, or, in a build for an application, at an address of its own (0234). Everything
 * that asks the server says so through here. An ordinary build knows the answer while it is built, and nothing of this is left.
 */
import { appPathOf } from "#core/providers/app-paths.ts"
import { readLocal, writeLocal } from "../storage/local-storage.ts"
import { readServerAddress } from "./read-server-address.ts"

/** The key of the address that was chosen on this device. */
const key = "nk-server"

/** A constant of every build; code of the page that runs outside of one has no such values. */
const isApp = import.meta.env?.PROSA_APP === true

/** A path of the server, as `fetch` takes it. */
export function atServer(path: string): string {
  return isApp ? serverOrigin() + appPathOf(path) : path
}

/** The server's origin; empty where none has been chosen yet. */
export function serverOrigin(): string {
  return isApp ? chosen() : location.origin
}

/** A worker cannot read what the page has stored: it is told in its own address, behind the hash. */
export function toldServer(workerUrl: string): string {
  return isApp ? `${workerUrl}#${serverOrigin()}` : workerUrl
}

/** Whether people choose the server: the build does not name it. */
export function isServerChosen(): boolean {
  return isApp && !import.meta.env.PROSA_SERVER_URL
}

/** Stores a server that answered; it counts when the page has loaded again. */
export function chooseServer(origin: string): void {
  writeLocal(key, origin)
}

/** Read again each time, as what lies in the storage is only as good as it reads. */
function chosen(): string {
  const stored = typeof document === "undefined" ? location.hash.slice(1) : readLocal(key)
  const read = readServerAddress(import.meta.env.PROSA_SERVER_URL || (stored ?? ""))
  return read.ok ? read.value : ""
}
