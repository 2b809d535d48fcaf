import { isObject, type JsonObject } from "#core/lib/fields.ts"
import type { ShareItem } from "#core/shares/share-items.ts"
import { languageTag } from "#core/i18n/locale.ts"
import { currentLocale } from "../language/language.ts"
import { atServer, serverOrigin } from "./server-address.ts"

/** The calls about links that people share. None throws; a refusal carries the server's sentence in the reader's language. */

type Headers = Readonly<Record<string, string>>

export interface MadeLink {
  readonly id: string
  /** Absolute, also where the server does not know its own address. */
  readonly url: string
  readonly deleteToken: string
  /** Epoch ms; undefined where another service keeps it. */
  readonly expiresAt: number | undefined
}

/** A refusal of the server, or that it could not be reached. */
export interface ShareFailure {
  readonly message: string
  readonly status: number
}

export interface ConversationToShare {
  readonly title: string
  readonly items: readonly ShareItem[]
  readonly models: readonly string[]
  readonly days: number
}

/** `POST /sharegpt`. */
export async function shareConversation(
  shared: ConversationToShare,
  headers: Headers,
): Promise<MadeLink | ShareFailure> {
  const body = JSON.stringify(shared)
  const reply = await call("POST", "/sharegpt", { ...headers, "Content-Type": "application/json" }, body)
  return linkIn(reply, (id) => `/s/${id}`)
}

/** `POST /api/artifacts`. */
export async function sharePage(html: string, headers: Headers): Promise<MadeLink | ShareFailure> {
  const reply = await call("POST", "/api/artifacts", { ...headers, "Content-Type": "text/plain" }, html)
  return linkIn(reply, (id) => `/artifacts/${id}`)
}

export interface UploadedPicture {
  readonly address: string
  readonly deleteToken: string
}

/** `POST /api/cache/upload`: where the picture is, or why it was not taken. */
export async function uploadPicture(picture: Blob, headers: Headers): Promise<UploadedPicture | ShareFailure> {
  const form = new FormData()
  form.set("file", picture, "imagem")
  const reply = await call("POST", "/api/cache/upload", headers, form)
  if (isFailure(reply)) return reply
  const address = reply.json["code"] === 0 ? reply.json["data"] : undefined
  if (typeof address !== "string") return { message: text(reply.json["msg"]), status: reply.status }
  return { address, deleteToken: text(reply.json["delete"]) }
}

/** Takes an uploaded picture back, where it can be: one that nothing shows goes by itself after a week. */
export async function removePicture({ address, deleteToken }: UploadedPicture, headers: Headers): Promise<void> {
  const name = address.slice(address.lastIndexOf("/") + 1)
  await call("DELETE", `/api/cache/${encodeURIComponent(name)}`, { ...headers, "X-Delete-Token": deleteToken })
}

/** A conversation that somebody shared, as far as it can be read. */
export interface ReceivedConversation {
  readonly title: string
  readonly items: readonly ShareItem[]
}

/** `GET /api/shares/{id}`. */
export async function readSharedConversation(id: string): Promise<ReceivedConversation | ShareFailure> {
  const reply = await call("GET", `/api/shares/${encodeURIComponent(id)}`, {})
  if (isFailure(reply)) return reply
  const listed = reply.json["items"]
  const items = (Array.isArray(listed) ? listed : []).flatMap((item: unknown): ShareItem[] => {
    const { from, value } = isObject(item) ? item : {}
    return (from === "human" || from === "gpt") && typeof value === "string" ? [{ from, value }] : []
  })
  return { title: text(reply.json["title"]), items }
}

/** `GET /api/artifacts?id=`: the text of a shared page. */
export async function readSharedPage(id: string): Promise<{ readonly html: string } | ShareFailure> {
  try {
    const reply = await fetch(atServer(`/api/artifacts?id=${encodeURIComponent(id)}`), { headers: languageHeader() })
    return reply.ok ? { html: await reply.text() } : { message: "", status: reply.status }
  } catch {
    return unreachable
  }
}

/** Takes a link back; false where it could not be, or is gone already. */
export async function removeShared(
  {
    id,
    kind,
    deleteToken,
  }: { readonly id: string; readonly kind: "conversation" | "page"; readonly deleteToken: string },
  headers: Headers,
): Promise<"removed" | "missing" | "failed"> {
  const path = kind === "page" ? `/api/artifacts?id=${encodeURIComponent(id)}` : `/api/shares/${encodeURIComponent(id)}`
  const reply = await call("DELETE", path, { ...headers, "X-Delete-Token": deleteToken })
  if (!isFailure(reply)) return "removed"
  return reply.status === 404 || reply.status === 410 ? "missing" : "failed"
}

/** `POST /api/report`; false where it did not arrive. */
export async function reportShared(id: string): Promise<boolean> {
  const reply = await call("POST", "/api/report", { "Content-Type": "application/json" }, JSON.stringify({ id }))
  return !isFailure(reply)
}

export function isFailure(reply: object | string): reply is ShareFailure {
  return typeof reply === "object" && "message" in reply && "status" in reply
}

const unreachable: ShareFailure = { message: "", status: 0 }

interface Reply {
  readonly status: number
  readonly json: JsonObject
}

async function call(
  method: "GET" | "POST" | "DELETE",
  path: string,
  headers: Headers,
  body?: BodyInit,
): Promise<Reply | ShareFailure> {
  try {
    const reply = await fetch(atServer(path), {
      method,
      headers: { ...languageHeader(), ...headers },
      signal: AbortSignal.timeout(60_000),
      ...(body !== undefined && { body }),
    })
    const json: unknown = await reply.json()
    if (!isObject(json)) return { message: "", status: reply.status }
    return reply.ok ? { status: reply.status, json } : { message: text(json["error"]), status: reply.status }
  } catch {
    return unreachable
  }
}

function linkIn(reply: Reply | ShareFailure, pathOf: (id: string) => string): MadeLink | ShareFailure {
  if (isFailure(reply)) return reply
  const { id, url, deleteToken, expiresAt } = reply.json
  if (typeof id !== "string") return { message: "", status: reply.status }
  return {
    id,
    url: new URL(text(url) || pathOf(id), serverOrigin()).href,
    deleteToken: text(deleteToken),
    expiresAt: typeof expiresAt === "number" ? expiresAt : undefined,
  }
}

function languageHeader(): Headers {
  return { "Accept-Language": languageTag(currentLocale()) }
}

function text(value: unknown): string {
  return typeof value === "string" ? value : ""
}
