import { existsSync, readFileSync, rmSync } from "node:fs"
import type { IncomingMessage } from "node:http"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { startProsa } from "../e2e/support/prosa.ts"
import { askUnread, readOn, type Unread } from "./ask-unread.ts"
import { textReply } from "./fake-provider/replies.ts"
import { seeded } from "./fake-provider/timing.ts"
import { readChat, readJson, startGateway, type TestCode, type TestGateway } from "./gateway.ts"
import { startProsaInProcess } from "./prosa-in-process.ts"
import { type StandstillGateway, startStandstillGateway } from "./standstill.ts"
import { tempFolder } from "./temp-folder.ts"
import { newVisitor } from "./visitors.ts"
import { wideAnswer, wideAtOnce, wideText, wideThenSlow } from "./wide-answer.ts"

const MiB = 1024 * 1024
const random = seeded(11)
const someWords = Array.from({ length: 128 * 1024 }, () => random().toString(36).slice(2, 10)).join("")

/** A whole reply of so many MiB, as a model with a picture in its answer makes one, which cost little. */
const longReply = (size: number) => textReply(someWords.repeat(size), { usage: { inputUncached: 10, output: 2_000 } })

const asked: IncomingMessage[] = []
afterEach(() => asked.splice(0).forEach((one) => one.destroy()))

async function ask(...whatever: Parameters<typeof askUnread>): Promise<Unread> {
  const unread = await askUnread(...whatever)
  asked.push(unread.reply)
  return unread
}

const bearer = ({ code }: TestCode) => ({ authorization: `Bearer nk-${code}` })

async function fetchRun(url: string, runId: string, headers: Readonly<Record<string, string>>) {
  return readJson(await fetch(`${url}/api/runs/${runId}`, { headers }))
}

const isKept = async (url: string, runId: string, headers: Readonly<Record<string, string>>) =>
  (await fetchRun(url, runId, headers))["resumable"]

async function fetchReply(url: string, runId: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const response = await fetch(`${url}/api/runs/${runId}/events`, { headers })
  expect(response.status).toBe(200)
  expect(response.headers.get("content-type")).toContain("application/json")
  return response.text()
}

describe("a whole reply of six megabytes, asked for without a key", () => {
  let gateway: StandstillGateway
  let code: TestCode
  beforeAll(async () => {
    gateway = await startStandstillGateway()
    code = await gateway.code("premium", 100)
  })
  afterAll(() => gateway.stop())

  test("that nobody reads is let go, and is there under its run's id until it is acknowledged", async () => {
    gateway.script(longReply(6))
    const { runId, reply } = await ask(gateway.url, bearer(code))
    await gateway.untilLetGo()
    await expect.poll(() => isKept(gateway.url, runId, bearer(code))).toBe(true)
    const { text, isWhole } = await readOn(reply)
    expect(isWhole).toBe(false)
    const kept = await fetchReply(gateway.url, runId, bearer(code))
    expect(kept.length).toBeGreaterThan(6 * MiB)
    expect(kept.startsWith(text)).toBe(true)
    expect(JSON.parse(kept)).toMatchObject({ object: "chat.completion", _meta: { runId } })
    expect(await fetchRun(gateway.url, runId, bearer(code))).toMatchObject({ state: "done", keyless: true })
    const erased = await fetch(`${gateway.url}/api/runs/${runId}`, { method: "DELETE", headers: bearer(code) })
    expect(erased.status).toBe(204)
    expect((await fetch(`${gateway.url}/api/runs/${runId}/events`, { headers: bearer(code) })).status).toBe(404)
  })

  test("whose connection breaks in the middle is kept as well", async () => {
    gateway.script(longReply(6))
    const { runId, reply } = await ask(gateway.url, bearer(code))
    reply.destroy()
    await expect.poll(() => isKept(gateway.url, runId, bearer(code))).toBe(true)
    expect((await fetchReply(gateway.url, runId, bearer(code))).length).toBeGreaterThan(6 * MiB)
  })

  test("that is read slowly, and never for long not at all, arrives and is not kept", async () => {
    gateway.script(longReply(6))
    const { runId, reply } = await ask(gateway.url, bearer(code))
    let bytes = 0
    for await (const piece of reply) {
      bytes += (piece as Buffer).length
      gateway.pass(2_000)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect([reply.complete, bytes > 6 * MiB]).toEqual([true, true])
    expect(await isKept(gateway.url, runId, bearer(code))).toBe(false)
  })

  test("is kept for a visitor with an id, and for nobody without one", async () => {
    gateway.script(longReply(6))
    const free = { model: "gpt-4o-mini" }
    const visitor = { "x-visitor": await newVisitor(gateway.url) }
    const theirs = await ask(gateway.url, visitor, free)
    const nobodys = await ask(gateway.url, {}, free)
    await gateway.untilLetGo(2)
    await expect.poll(() => isKept(gateway.url, theirs.runId, visitor)).toBe(true)
    expect((await fetchReply(gateway.url, theirs.runId, visitor)).length).toBeGreaterThan(6 * MiB)
    expect((await fetch(`${gateway.url}/api/runs/${nobodys.runId}`, { headers: visitor })).status).toBe(404)
    expect((await readOn(nobodys.reply)).isWhole).toBe(false)
  })
})

describe("of a server of its own", () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await startGateway()
  })
  afterAll(() => gateway.stop())

  /** The server's largest resident memory so far, in MiB. */
  const residentMost = () =>
    Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${gateway.prosa.pid}/status`, "utf8"))?.[1]) / 1024

  test.skipIf(!existsSync("/proc/self/status"))(
    "thirty replies of six megabytes that nobody reads take a bounded memory, and all of them are kept",
    async () => {
      gateway.script(longReply(6))
      const unread: (Unread & { readonly code: TestCode })[] = []
      for (let at = 0; at < 30; at++) {
        const code = await gateway.code("premium", 1)
        unread.push({ code, ...(await ask(gateway.url, bearer(code))) })
      }
      expect(residentMost()).toBeLessThan(450)
      for (const { reply } of unread) reply.destroy()
      for (const { code, runId } of unread) {
        await expect.poll(() => isKept(gateway.url, runId, bearer(code))).toBe(true)
      }
      const { code, runId } = unread[0]!
      expect((await fetchReply(gateway.url, runId, bearer(code))).length).toBeGreaterThan(6 * MiB)
    },
  )
})

describe("a server that is told to end", () => {
  test("waits for who reads", async () => {
    const gateway = await startGateway()
    const code = await gateway.code("premium", 100)
    gateway.script(longReply(6))
    const whole = await ask(gateway.url, bearer(code))
    gateway.script(wideAnswer(wideAtOnce))
    const streamed = await ask(gateway.url, bearer(code), { stream: true })
    process.kill(gateway.prosa.pid, "SIGTERM")
    // Both are charged by then, and neither has been read.
    await expect.poll(gateway.prosa.output).toMatch(/"stopping"/)
    await expect.poll(() => gateway.prosa.output().match(/"event":"chat"/g)).toHaveLength(2)
    const { text, isWhole } = await readOn(whole.reply)
    expect([isWhole, text.length > 6 * MiB]).toEqual([true, true])
    const stream = await readOn(streamed.reply)
    expect([stream.isWhole, stream.text.trimEnd().endsWith("data: [DONE]")]).toEqual([true, true])
    expect(await gateway.prosa.ended).toBe(0)
    // Kept until they were read, and then no more.
    expect([await gateway.rows("run where acknowledged = 0"), await gateway.rows("run_frames")]).toEqual([0, 0])
    expect(gateway.prosa.output()).not.toContain('"level":"error"')
    await gateway.stop()
  })

  test("keeps what is not read by then, for the server after it", async () => {
    const dataDir = tempFolder("prosa-data")
    const gateway = await startGateway({ start: (options) => startProsaInProcess({ ...options, dataDir }) })
    const code = await gateway.code("premium", 100)
    gateway.script(longReply(6))
    const whole = await ask(gateway.url, bearer(code))
    gateway.script(wideAnswer(wideAtOnce))
    const streamed = await ask(gateway.url, bearer(code), { stream: true })
    const state = async () => (await fetchRun(gateway.url, streamed.runId, bearer(code)))["state"]
    await expect.poll(state).toBe("done")
    await gateway.prosa.stop()
    expect((await readOn(whole.reply)).isWhole).toBe(false)

    const next = await startProsaInProcess({ dataDir, provider: { url: gateway.provider.url } })
    for (const { runId } of [whole, streamed]) {
      expect(await fetchRun(next.url, runId, bearer(code))).toMatchObject({ state: "done", keyless: true })
    }
    expect((await fetchReply(next.url, whole.runId, bearer(code))).length).toBeGreaterThan(6 * MiB)
    const events = await fetch(`${next.url}/api/runs/${streamed.runId}/events`, { headers: bearer(code) })
    const stream = await events.text()
    expect([stream.match(/^id: /gm)?.length, stream.trimEnd().endsWith("data: [DONE]")]).toEqual([
      (await fetchRun(next.url, streamed.runId, bearer(code)))["frames"],
      true,
    ])
    await next.stop()
    await gateway.provider.close()
    rmSync(dataDir, { recursive: true })
  })
})

describe("a server that is killed while answers are being read", () => {
  test.each(["at once", "after it was told to end"])("has kept them: %s", async (when) => {
    const dataDir = tempFolder("prosa-data")
    const gateway = await startGateway({ start: (options) => startProsa({ ...options, dataDir }) })
    const code = await gateway.code("premium", 100)
    gateway.script(longReply(6))
    const whole = await ask(gateway.url, bearer(code))
    gateway.script(wideAnswer(wideAtOnce))
    const streamed = await ask(gateway.url, bearer(code), { stream: true })
    await expect.poll(() => gateway.prosa.output().match(/"event":"chat"/g)).toHaveLength(2)
    if (when === "after it was told to end") process.kill(gateway.prosa.pid, "SIGTERM")
    await expect.poll(() => gateway.rows("run where state = 'ended'")).toBe(2)
    await gateway.prosa.kill()

    const next = await startProsa({ dataDir, provider: { url: gateway.provider.url } })
    expect((await fetchReply(next.url, whole.runId, bearer(code))).length).toBeGreaterThan(6 * MiB)
    const events = await fetch(`${next.url}/api/runs/${streamed.runId}/events`, { headers: bearer(code) })
    expect((await events.text()).trimEnd().endsWith("data: [DONE]")).toBe(true)
    await next.stop()
    await gateway.provider.close()
    rmSync(dataDir, { recursive: true })
  })

  test("keeps what has no key as it comes, once it is told to end", async () => {
    const dataDir = tempFolder("prosa-data")
    const gateway = await startGateway({ start: (options) => startProsa({ ...options, dataDir }) })
    const code = await gateway.code("premium", 100)
    gateway.script(wideAnswer(wideThenSlow(900)))
    const { runId } = await ask(gateway.url, bearer(code), { stream: true })
    await expect.poll(async () => (await fetchRun(gateway.url, runId, bearer(code)))["frames"]).toBeGreaterThan(800)
    expect(await gateway.rows("run")).toBe(0)
    process.kill(gateway.prosa.pid, "SIGTERM")
    await expect.poll(() => gateway.keptFrames(runId)).toBeGreaterThan(800)
    await gateway.prosa.kill()

    const next = await startProsa({ dataDir, provider: { url: gateway.provider.url } })
    const run = await fetchRun(next.url, runId, bearer(code))
    expect(run).toMatchObject({ state: "interrupted", keyless: true, cost: expect.any(Number) })
    expect(run["cost"]).toBeGreaterThan(0)
    const events = await fetch(`${next.url}/api/runs/${runId}/events`, { headers: bearer(code) })
    const read = await readChat(events)
    expect(read.text.length).toBeGreaterThan(2_000)
    expect(wideText.startsWith(read.text)).toBe(true)
    expect(read).toMatchObject({ done: true, meta: { cost: run["cost"] } })
    await next.stop()
    await gateway.provider.close()
    rmSync(dataDir, { recursive: true })
  })

  test("and keeps nothing of what was read in the end", async () => {
    const gateway = await startGateway()
    const code = await gateway.code("premium", 100)
    gateway.script(longReply(6))
    const { runId, reply } = await ask(gateway.url, bearer(code))
    await expect.poll(() => isKept(gateway.url, runId, bearer(code))).toBe(true)
    expect((await readOn(reply)).isWhole).toBe(true)
    await expect.poll(() => isKept(gateway.url, runId, bearer(code))).toBe(false)
    await expect.poll(() => gateway.rows("run where acknowledged = 0")).toBe(0)
    await gateway.stop()
  })
})
