/** What is kept of answers that nobody reads, on PostgreSQL; `slow-reader` and `unread-whole` try it on SQLite at length. */
import { rmSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { objectsOf } from "#core/lib/fields.ts"
import { startProsa } from "../e2e/support/prosa.ts"
import { openDatabase } from "../server/store/database.ts"
import { askUnread, readOn } from "./ask-unread.ts"
import { textReply } from "./fake-provider/replies.ts"
import { readChat, readJson, startGateway, type TestCode } from "./gateway.ts"
import { freshPostgres } from "./postgres.ts"
import { startProsaInProcess } from "./prosa-in-process.ts"
import { type StandstillGateway, startStandstillGateway } from "./standstill.ts"
import { tempFolder } from "./temp-folder.ts"
import { wideAnswer, wideAtOnce, wideText } from "./wide-answer.ts"

const postgres = await freshPostgres()

const sixMegabytes = "palavras ".repeat(700_000)
/** A whole reply of six megabytes which cost little. */
const longReply = textReply(sixMegabytes, { usage: { inputUncached: 10, output: 2_000 } })

const bearer = ({ code }: TestCode) => ({ authorization: `Bearer nk-${code}` })
const runAt = async (url: string, runId: string, code: TestCode) =>
  readJson(await fetch(`${url}/api/runs/${runId}`, { headers: bearer(code) }))
const eventsAt = (url: string, runId: string, code: TestCode) =>
  fetch(`${url}/api/runs/${runId}/events`, { headers: bearer(code) })

const lastOfGoogle = { content: { role: "model", parts: [{ text: "Uma resposta." }] }, finishReason: "STOP" }

/** Something to wait for until it is opened. */
function openGate() {
  let open = () => {}
  const passed = new Promise<void>((resolve) => (open = resolve))
  return { passed, open: () => open() }
}

describe.skipIf(postgres === undefined)("a reader that takes nothing", () => {
  let gateway: StandstillGateway
  beforeAll(async () => {
    gateway = await startStandstillGateway({
      databaseUrl: String(postgres?.url),
      envFor: ({ url }) => ({ GOOGLE_URL: url, GOOGLE_API_KEY: "AIzaTest" }),
    })
  })
  afterAll(async () => {
    await gateway.stop()
    await postgres?.close()
  })

  test.each([
    ["under a key", { "idempotency-key": "unread" }],
    ["without a key", {}],
  ])("of a stream %s has paid once, and finds the rest of it", async (_, key) => {
    const code = await gateway.code("premium", 100)
    gateway.script(wideAnswer(wideAtOnce))
    const { runId, reply } = await askUnread(gateway.url, { ...bearer(code), ...key }, { stream: true })
    await expect.poll(() => runAt(gateway.url, runId, code)).toMatchObject({ state: "done" })
    const { cost } = await runAt(gateway.url, runId, code)
    expect(100_000_000 - (await gateway.balance(code)).posted).toBe(Math.round(Number(cost) * 1e6))
    // On disk before its reader is let go, as in every standstill that is one.
    const kept = `run where id = '${runId}' and state = 'ended' and acknowledged = 0`
    await expect.poll(() => gateway.rows(kept)).toBe(1)
    await gateway.untilLetGo()
    const { text, isWhole } = await readOn(reply)
    expect([isWhole, text.includes("reader_too_slow")]).toEqual([true, true])
    expect(await readChat(await eventsAt(gateway.url, runId, code))).toMatchObject({ text: wideText, done: true })
    expect(await gateway.rows(kept)).toBe(1)
  })

  test.each([
    [
      "of a whole reply",
      textReply("Uma resposta.", { usage: { inputUncached: 20, output: 100 } }),
      (code: TestCode, signal: AbortSignal) => gateway.chat(code, {}, { signal }),
    ],
    [
      "of a stream that is told in one piece, with its end,",
      () => ({
        status: 200,
        headers: { "content-type": "text/event-stream" },
        pieces: [{ send: Buffer.from(`data: ${JSON.stringify({ candidates: [lastOfGoogle] })}\n\n`) }],
      }),
      ({ code }: TestCode, signal: AbortSignal) =>
        fetch(`${gateway.url}/api/google/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse`, {
          method: "POST",
          headers: { "content-type": "application/json", "x-goog-api-key": `nk-${code}` },
          body: JSON.stringify({ contents: [{ role: "user", parts: [{ text: "Oi" }] }] }),
          signal,
        }),
    ],
  ])("%s that leaves while its end waits for the database finds it all the same", async (_, answer, ask) => {
    const code = await gateway.code("premium", 100)
    const database = await openDatabase({ dataDir: "", databaseUrl: String(postgres?.url) })
    const [mayAnswer, mayEnd, locked] = [openGate(), openGate(), openGate()]
    const requests = gateway.script(async (request) => {
      await mayAnswer.passed
      return answer(request)
    })
    const leaving = new AbortController()
    const reply = ask(code, leaving.signal).catch(() => undefined)
    await expect.poll(() => requests().length).toBe(1)
    const lock = database.transaction(async (sql) => {
      await sql.all("select id from hold where state = 'open' for update")
      locked.open()
      await mayEnd.passed
    })
    await locked.passed
    mayAnswer.open()
    await requests()[0]!.ended
    leaving.abort()
    await reply
    // The server has heard that its client has left by the time it has answered somebody else.
    await fetch(`${gateway.url}/healthz`)
    mayEnd.open()
    await lock
    await database.close()

    await expect.poll(async () => (await gateway.balance(code)).held).toBe(0)
    const { posted } = await gateway.balance(code)
    expect(posted).toBeLessThan(100_000_000)
    const list = objectsOf((await readJson(await fetch(`${gateway.url}/api/runs`, { headers: bearer(code) })))["runs"])
    expect(list).toMatchObject([{ keyless: true, resumable: true, cost: (100_000_000 - posted) / 1e6 }])
    const runId = String(list[0]?.["id"])
    const kept = `run where id = '${runId}' and outcome is not null`
    await expect.poll(() => gateway.rows(kept)).toBe(1)
    expect(await (await eventsAt(gateway.url, runId, code)).text()).toContain("Uma resposta.")
  })

  test("of a whole reply is let go, and finds it until it says that it has it", async () => {
    const code = await gateway.code("premium", 100)
    gateway.script(longReply)
    const { runId, reply } = await askUnread(gateway.url, bearer(code))
    await gateway.untilLetGo()
    const isKept = async () => (await runAt(gateway.url, runId, code))["resumable"]
    await expect.poll(isKept).toBe(true)
    expect((await readOn(reply)).isWhole).toBe(false)
    const kept = await (await eventsAt(gateway.url, runId, code)).json()
    expect(kept).toMatchObject({ choices: [{ message: { content: sixMegabytes } }], _meta: { runId } })
    const erased = await fetch(`${gateway.url}/api/runs/${runId}`, { method: "DELETE", headers: bearer(code) })
    expect(erased.status).toBe(204)
    expect((await eventsAt(gateway.url, runId, code)).status).toBe(404)
  })
})

test.skipIf(postgres === undefined).each(["is told to end", "is told to end, and is killed before it has"])(
  "what is not read when a server %s is there at the next one",
  async (how) => {
    const database = await freshPostgres()
    const env = { DATABASE_URL: String(database?.url) }
    const dataDir = tempFolder("prosa-data")
    const gateway = await startGateway({
      env,
      databaseUrl: env.DATABASE_URL,
      start: (options) => startProsa({ ...options, dataDir }),
    })
    const code = await gateway.code("premium", 100)
    gateway.script(longReply)
    const whole = await askUnread(gateway.url, bearer(code))
    gateway.script(wideAnswer(wideAtOnce))
    const streamed = await askUnread(gateway.url, bearer(code), { stream: true })
    await expect.poll(() => gateway.prosa.output().match(/"event":"chat"/g)).toHaveLength(2)
    process.kill(gateway.prosa.pid, "SIGTERM")
    if (how === "is told to end") await gateway.prosa.stop()
    else {
      await expect.poll(() => gateway.rows("run where state = 'ended'")).toBe(2)
      await gateway.prosa.kill()
    }
    const paid = await gateway.balance(code)
    expect(paid).toMatchObject({ held: 0 })

    const next = await startProsaInProcess({ dataDir, env, provider: { url: gateway.provider.url } })
    const kept = await (await eventsAt(next.url, whole.runId, code)).json()
    expect(kept).toMatchObject({ choices: [{ message: { content: sixMegabytes } }] })
    expect(await readChat(await eventsAt(next.url, streamed.runId, code))).toMatchObject({ text: wideText, done: true })
    expect(await gateway.balance(code)).toEqual(paid)
    await next.stop()
    whole.reply.destroy()
    streamed.reply.destroy()
    await gateway.stop()
    await database?.close()
    rmSync(dataDir, { recursive: true, force: true })
  },
)
