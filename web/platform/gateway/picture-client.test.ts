import { afterEach, expect, test, vi } from "vitest"
import { decodeMeta } from "#core/ledger/balance-wire.ts"
import { encodeGenerateFailure } from "#core/providers/stability/decode-reply.ts"
import { askForPicture, type PictureReply } from "./picture-client.ts"

afterEach(() => vi.unstubAllGlobals())

/** What is made of these replies, one after the other; behind the last one the line is dead. */
function ask(...replies: readonly Response[]): Promise<PictureReply> {
  const rest = [...replies]
  vi.stubGlobal("fetch", async () => {
    const reply = rest.shift()
    if (reply === undefined) throw new TypeError("Failed to fetch")
    return reply
  })
  const { signal } = new AbortController()
  return askForPicture({
    provider: "stability",
    path: "/x",
    body: [["prompt", "um ipê"]],
    key: "k",
    headers: {},
    signal,
  })
}

const page = (status: number, headers: Record<string, string> = {}) =>
  new Response(`<html><head><title>${status} of an edge</title></head></html>`, { status, headers })

/** A failure as our server says it in Stability's words. */
const ours = (code: string, status: number, headers: Record<string, string> = {}) =>
  Response.json(encodeGenerateFailure({ status, message: "Algo falhou.", code, providerWords: "" }), {
    status,
    headers,
  })

test("what stands before the server says nothing of the picture while the server is away or slow", async () => {
  for (const status of [429, 500, 502, 503, 504, 520, 522, 524]) expect(await ask(page(status))).toBe("lost")
  expect(await ask(Response.json({ error: "upstream timed out" }, { status: 504 }))).toBe("lost")
  // A server that ends says so of what it has not begun.
  expect(await ask(ours("upstream_error", 503, { "retry-after": "5" }))).toBe("lost")
  // The page of a network that wants a login first.
  expect(await ask(page(200))).toBe("lost")
})

test("what it refuses for good is not taken for the provider's word, which is never charged", async () => {
  expect(await ask(page(403))).toEqual({ failure: { kind: "http", status: 403, message: "403 of an edge" } })
})

test("our server's word is taken, with the time after which it may be asked again", async () => {
  const run = { "x-run-id": "run_1" }
  expect(await ask(ours("upstream_error", 502, run))).toMatchObject({ failure: { kind: "upstream", status: 502 } })
  expect(await ask(ours("upstream_error", 503, { ...run, "retry-after": "5" }))).toMatchObject({
    failure: { kind: "upstream", status: 503, retryAfterMs: 5_000 },
  })
  expect(await ask(ours("no_room", 503, { "retry-after": "5" }))).toEqual({
    failure: { kind: "refused", reason: "no-room", retryAfterMs: 5_000 },
  })
  expect(await ask(ours("too_many_requests", 429, { "retry-after": "8" }))).toMatchObject({
    failure: { kind: "too-many-requests", retryAfterMs: 8_000 },
  })
  expect(await ask(ours("run_broken", 500, run))).toEqual({ failure: { kind: "refused", reason: "run-broken" } })
})

/** What our server says of an address at which nothing lies any more. */
const gone = () => Response.json({ code: "image_unavailable" }, { status: 502 })

test("a picture that cannot be fetched from where it lies was made all the same", async () => {
  const made = () => Response.json({ data: [{ url: "https://pictures.example/1.png" }] })
  expect(await ask(made(), gone())).toEqual({ unread: {} })
  // It is there in a moment, and nothing speaks for drawing it anew.
  for (const busy of [page(502), page(429)]) expect(await ask(made(), busy)).toBe("lost")
  expect(await ask(made())).toBe("lost")
  expect(await ask(made(), new Response("png"))).toMatchObject({ picture: { blob: new Blob(["png"]) } })
})

test("a reply of our server's that cannot be read was no loss of the line: what was charged for it is known", async () => {
  const run = { headers: { "x-run-id": "run_1" } }
  expect(await ask(new Response("no JSON", run))).toEqual({ unread: { runId: "run_1" } })
  const left = { updatedBalance: 4.7, newPremiumBalance: 4.7, newFreeBalance: 0, newCallsBalance: 0 }
  const _meta = { ...left, cost: 0.3, runId: "run_1" }
  const more = { runId: "run_1", balance: decodeMeta(_meta) }
  expect(more.balance).toBeDefined()
  expect(await ask(Response.json({ data: [{ b64_json: "%" }], _meta }, run))).toEqual({ unread: more })
  expect(await ask(Response.json({ image: "%", finish_reason: "SUCCESS", seed: 1, _meta }, run))).toMatchObject({
    unread: more,
  })
  const lying = Response.json({ data: [{ url: "https://pictures.example/1.png" }], _meta }, run)
  expect(await ask(lying, gone())).toEqual({ unread: more })
})
