import type { PluginCall } from "#core/plugins/call-shape.ts"
import { isTextType, type PluginReply } from "#core/plugins/plugin-reply.ts"
import { fieldsOf, parseJson, textOf } from "#core/lib/fields.ts"
import { buildKind } from "../browser/build-kind.ts"
import { readAtMost } from "./reply-body.ts"
import { atServer, serverOrigin } from "../gateway/server-address.ts"

/** A call that came to nothing: what our server, or the browser, says of it. */
export class PluginTrouble extends Error {
  /** The server's word for it; empty where there was no answer. */
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

export interface PluginCallOptions {
  /** Our own credentials, for the server that makes the call. */
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  /** A text is expected: what can be read as one is, whatever its type says. */
  readonly isText?: true
}

/** The most that is taken of a reply, in bytes: as much as our server passes on. */
const mostBytes = 2 * 1024 * 1024

/** Calls a plugin's server: on the web through ours, in the app directly. Throws a `PluginTrouble`. */
export async function callPlugin(
  call: PluginCall,
  { headers, signal, isText }: PluginCallOptions,
): Promise<PluginReply> {
  const isDirect = buildKind() === "app"
  const init: RequestInit = {
    method: call.method,
    signal,
    redirect: "error",
    referrerPolicy: "no-referrer",
    cache: "no-store",
    ...(call.body === undefined ? {} : { body: call.body }),
    ...(isDirect
      ? { credentials: "omit", headers: call.headers }
      : { headers: { ...headers, ...throughServer(call) } }),
  }
  const host = call.origin.replace("https://", "")
  const address = isDirect ? call.origin + call.path : atServer(`/api/proxy${call.path}`)
  if (!isDirect && !staysInProxy(address)) throw new PluginTrouble("", "")
  let response: Response
  try {
    response = await fetch(address, init)
  } catch {
    throw new PluginTrouble("", "")
  }
  const told = response.headers.get("x-upstream-status")
  if (told === null && !isDirect) {
    const said = fieldsOf(await response.json().catch(() => undefined))
    throw new PluginTrouble(textOf(said["error"]) ?? `HTTP ${response.status}`, textOf(said["code"]) ?? "")
  }
  const type = response.headers.get("x-upstream-type") ?? response.headers.get("content-type") ?? ""
  const { bytes, isCut: isLonger } = await readAtMost(response, mostBytes).catch(() => {
    throw new PluginTrouble("", "")
  })
  const status = told === null ? response.status : Number(told)
  const isCut = isLonger || response.headers.get("x-upstream-cut") !== null
  const text = textIn(bytes, response.headers.get("content-type") ?? "", isText && !isTextType(type) ? "" : type)
  return { status, host, type, size: bytes.length, isCut, ...(text === undefined ? {} : { text }) }
}

/**
 * Whether the browser reads an address as one below `/api/proxy/`. Our credentials go along, and no plugin may choose another of
 * our routes for them.
 */
function staysInProxy(address: string): boolean {
  return new URL(address, serverOrigin()).pathname.startsWith("/api/proxy/")
}

function throughServer({ origin, headers }: PluginCall): Record<string, string> {
  const own = Object.entries(headers).map(([name, value]) =>
    name.toLowerCase() === "content-type" ? ["Content-Type", value] : [`X-Plugin-${name}`, value],
  )
  return { "X-Plugin-Call": "1", "X-Base-URL": origin, ...(Object.fromEntries(own) as Record<string, string>) }
}

/** The text of a reply; undefined for pictures and other bytes. */
function textIn(bytes: Uint8Array, contentType: string, type: string): string | undefined {
  if (bytes.length === 0) return undefined
  const isText = isTextType(type)
  // Many services have no type for the JSON in their files, and call it bytes.
  const isUnnamed = /^(application|binary)\/octet-stream\s*(;|$)/i.test(type)
  // A service that does not say what it sends is believed to send text where it can be read as one.
  if (!isText && !isUnnamed && type !== "") return undefined
  const charset = /charset="?([\w-]+)"?/i.exec(contentType)?.[1] ?? "utf-8"
  try {
    const text = new TextDecoder(charset, { fatal: !isText }).decode(bytes)
    return isUnnamed && typeof parseJson(text) !== "object" ? undefined : text
  } catch {
    return isText ? new TextDecoder().decode(bytes) : undefined
  }
}
