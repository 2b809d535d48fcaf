import { get, type IncomingMessage } from "node:http"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { objectOf, objectsOf, parseJson, textOf, type JsonObject } from "#core/lib/fields.ts"
import { askUnread, readOn, type Unread } from "./ask-unread.ts"
import type { Timing } from "./fake-provider/timing.ts"
import { hello, readChat, readJson, type TestCode } from "./gateway.ts"
import { type StandstillGateway, startStandstillGateway } from "./standstill.ts"
import { wideAnswer, wideAtOnce, widePieces, wideText, wideThenSlow } from "./wide-answer.ts"

let gateway: StandstillGateway
let code: TestCode
let authorization: { readonly authorization: string }
beforeAll(async () => {
  gateway = await startStandstillGateway()
  code = await gateway.code("premium", 100)
  authorization = { authorization: `Bearer nk-${code.code}` }
})
afterAll(() => gateway.stop())

/** Asks, under a key or without one, and reads nothing but the head. */
function ask(timing: Timing, key?: string): Promise<Unread> {
  gateway.script(wideAnswer(timing))
  const headers = key === undefined ? authorization : { ...authorization, "idempotency-key": key }
  return askUnread(gateway.url, headers, { stream: true })
}

async function lookAt(runId: string): Promise<JsonObject> {
  return readJson(await fetch(`${gateway.url}/api/runs/${runId}`, { headers: authorization }))
}

const framesOf = async (runId: string) => Number((await lookAt(runId))["frames"])

/** A stream of a run, opened and not yet read. */
function open(path: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(gateway.url + path, { headers: authorization }, resolve).once("error", reject)
  })
}

/** All frames that come, and whether the connection held to the end. */
async function framesOn(
  reply: IncomingMessage,
): Promise<{ readonly frames: readonly string[]; readonly held: boolean }> {
  const { text, isWhole } = await readOn(reply)
  const parts = text.split(/(?<=\n\n)/)
  return { frames: parts.filter((part) => part.endsWith("\n\n") && !part.startsWith(":")), held: isWhole }
}

const isNumbered = (frame: string) => frame.startsWith("id: ")

function said(frames: readonly string[]): string {
  return frames
    .map((frame) => textOf(objectOf(objectsOf(jsonOf(frame)["choices"])[0]?.["delta"])?.["content"]) ?? "")
    .join("")
}

function jsonOf(frame: string | undefined): JsonObject {
  return objectOf(parseJson(/^data: (\{.*\})$/m.exec(frame ?? "")?.[1] ?? "")) ?? {}
}

/** The error among the last words, which are no frames of the answer. */
function errorIn(frames: readonly string[]): JsonObject {
  return objectOf(jsonOf(frames.find((frame) => !isNumbered(frame) && frame.includes('"error"')))["error"]) ?? {}
}

describe.each([
  ["under a key", "stands-still"],
  ["without a key", undefined],
] as const)("a reader %s that takes nothing", (how, key) => {
  test("holds nobody up, is told where the rest is, and reads it there", async () => {
    const before = (await gateway.balance(code)).posted
    const { runId, reply } = await ask(wideAtOnce, key)
    await expect.poll(() => lookAt(runId)).toMatchObject({ state: "done" })
    const { usage, cost } = await lookAt(runId)
    expect(usage).toMatchObject({ output: widePieces, source: "provider" })
    expect(before - (await gateway.balance(code)).posted).toBe(Math.round(Number(cost) * 1e6))

    await gateway.untilLetGo()
    const first = await framesOn(reply)
    expect(first.held).toBe(true)
    const told = errorIn(first.frames)
    const frames = first.frames.filter(isNumbered)
    const address = `/api/runs/${runId}/events?after=${frames.length}`
    expect(told).toMatchObject({ code: "reader_too_slow", param: address })
    expect(told["message"]).toContain(address)
    expect(frames.length).toBeLessThan(widePieces)

    const rest = await framesOn(await open(address))
    expect(rest.held).toBe(true)
    expect(said([...frames, ...rest.frames])).toBe(wideText)
    expect(rest.frames.at(-1)).toContain("[DONE]")

    const list = async () =>
      objectsOf((await readJson(await fetch(`${gateway.url}/api/runs`, { headers: authorization })))["runs"])
    await expect
      .poll(async () => (await list()).find(({ id }) => id === runId))
      .toMatchObject({
        state: "done",
        resumable: true,
        ...(how === "without a key" ? { keyless: true } : {}),
      })
    const erased = await fetch(`${gateway.url}/api/runs/${runId}`, { method: "DELETE", headers: authorization })
    expect(erased.status).toBe(204)
    expect((await fetch(`${gateway.url}/api/runs/${runId}`, { headers: authorization })).status).toBe(404)
  })

  test("is let go in the middle, and the answer goes on to its end all the same", async () => {
    const { runId, reply } = await ask(wideThenSlow(1_000), key && `${key}-in-the-middle`)
    await expect.poll(() => framesOf(runId), { interval: 20 }).toBeGreaterThan(1_000)
    await gateway.untilLetGo()
    expect(await lookAt(runId)).toMatchObject({ state: "streaming", resumable: true, watched: false })
    const first = await framesOn(reply)
    expect([first.held, errorIn(first.frames)["code"]]).toEqual([true, "reader_too_slow"])
    await expect.poll(() => lookAt(runId)).toMatchObject({ state: "done" })
    const frames = first.frames.filter(isNumbered)
    const rest = await framesOn(await open(`/api/runs/${runId}/events?after=${frames.length}`))
    expect(said([...frames, ...rest.frames])).toBe(wideText)
  })

  test("gets all of it on one connection where it reads on in time", async () => {
    const { runId, reply } = await ask(wideAtOnce, key && `${key}-for-a-while`)
    await expect.poll(() => lookAt(runId)).toMatchObject({ state: "done" })
    const { frames, held } = await framesOn(reply)
    expect([held, frames.every(isNumbered), said(frames)]).toEqual([true, true, wideText])
    expect(frames.at(-1)).toContain("[DONE]")
  })
})

test("who comes back in the middle of a long answer gets what it missed as fast as it takes it, and then what comes", async () => {
  const { runId, reply } = await ask(wideThenSlow(1_000), "comes-back")
  reply.destroy()
  await expect.poll(() => framesOf(runId), { interval: 20 }).toBeGreaterThan(1_000)
  const events = await open(`/api/runs/${runId}/events?after=0`)
  // More is said meanwhile than the connection holds.
  const then = await framesOf(runId)
  await expect.poll(() => framesOf(runId), { interval: 20 }).toBeGreaterThan(then + 20)
  expect(await lookAt(runId)).toMatchObject({ state: "streaming" })
  const { frames, held } = await framesOn(events)
  expect(held).toBe(true)
  expect(said(frames)).toBe(wideText)
  expect(frames.at(-1)).toContain("[DONE]")
})

test("a reader without a key that is far behind and leaves has stopped the answer, as any that leaves", async () => {
  const { runId, reply } = await ask(wideThenSlow(1_000))
  await expect.poll(() => framesOf(runId), { interval: 20 }).toBeGreaterThan(1_000)
  reply.destroy()
  await expect.poll(() => lookAt(runId)).toMatchObject({ state: "stopped", resumable: false })
})

test("nobody in particular can come back: their answer ends with their connection, and they hear no address", async () => {
  const requests = gateway.script(wideAnswer(wideThenSlow(600)))
  const { reply } = await askUnread(gateway.url, {}, { model: "gpt-4o-mini", stream: true })
  await gateway.untilLetGo()
  expect(await requests()[0]?.ended).toMatchObject({ finished: false })
  const { frames, held } = await framesOn(reply)
  expect(held).toBe(true)
  expect(errorIn(frames)).toMatchObject({ code: "reader_too_slow", param: null })
  expect(errorIn(frames)["message"]).not.toContain("/api/runs")
})

test("an answer that is read leaves no trace of its own", async () => {
  gateway.script(wideAnswer(wideAtOnce))
  const { runId, text } = await readChat(await gateway.chat(code, { stream: true }))
  expect(text).toBe(wideText)
  const whole = await gateway.chat(code, hello)
  await whole.arrayBuffer()
  for (const id of [runId, whole.headers.get("x-run-id")]) {
    expect(await lookAt(String(id))).toMatchObject({ resumable: false, keyless: true })
  }
})
