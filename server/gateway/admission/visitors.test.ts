import { createHmac } from "node:crypto"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { titleOf } from "../../../testing/auxiliary-calls.ts"
import { stallAfter } from "../../../testing/fake-provider/faults.ts"
import { errorReply, textReply } from "../../../testing/fake-provider/replies.ts"
import { readJson, readUntil, startGateway, type TestGateway } from "../../../testing/gateway.ts"
import { newVisitor } from "../../../testing/visitors.ts"
import { dayInBrazil } from "../../time/day-in-brazil.ts"
import { readPepper } from "../../access/pepper.ts"
import { openDatabase } from "../../store/database.ts"

const mini = { model: "gpt-4o-mini" }

test("a visitor has so many messages a day, wherever they come from; failed ones do not count", async () => {
  const gateway = await startGateway({ env: { FREE_DAILY_MESSAGES: "5", TRUSTED_PROXIES: "127.0.0.1" } })
  const id = await newVisitor(gateway.url)
  const send = async (address: string) =>
    (await gateway.chat(undefined, mini, { headers: { "x-visitor": id, "x-forwarded-for": address } })).status
  gateway.script(errorReply(500, "boom"))
  expect(await send("203.0.113.1")).toBe(500)
  const requests = gateway.script(textReply("Oi"))
  const statuses: number[] = []
  for (let at = 0; at < 7; at++) statuses.push(await send(`203.0.113.${at + 1}`))
  expect(statuses).toEqual([200, 200, 200, 200, 200, 403, 403])
  expect(requests()).toHaveLength(5)

  const response = await gateway.chat(undefined, mini, { headers: { "x-visitor": id } })
  expect(response.status).toBe(403)
  expect(await readJson(response)).toMatchObject({
    free_temp_limit_reached: true,
    available_models: ["gpt-4o-mini"],
    error: { code: "free_limit_reached" },
  })
  await gateway.stop()
})

test("X-Forwarded-For of somebody we do not trust gives nobody a second day", async () => {
  const gateway = await startGateway({ env: { FREE_DAILY_MESSAGES: "2" } })
  gateway.script(textReply("Oi"))
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async (_, at) => {
      const headers = { "x-visitor": await newVisitor(gateway.url), "x-forwarded-for": `203.0.113.${at}` }
      return (await gateway.chat(undefined, mini, { headers })).status
    }),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(10)
  await gateway.stop()
})

describe("behind one address", () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await startGateway({ env: { TRUSTED_PROXIES: "127.0.0.1", LIMIT_OPEN_RUNS_FREE: "1" } })
  })
  afterAll(() => gateway.stop())
  const from = (address: string, id?: string) => ({ "x-forwarded-for": address, ...(id ? { "x-visitor": id } : {}) })
  const send = async (headers: Readonly<Record<string, string>>) =>
    (await gateway.chat(undefined, mini, { headers })).status

  test("thirty people can work, all at once, five messages each", async () => {
    gateway.script(textReply("Oi", { usage: { inputUncached: 100, output: 1_000 } }))
    const address = "198.51.100.30"
    const ids = await Promise.all(Array.from({ length: 30 }, () => newVisitor(gateway.url, from(address))))
    for (let round = 0; round < 5; round++) {
      const statuses = await Promise.all(ids.map((id) => send(from(address, id))))
      expect(statuses, `round ${round}`).toEqual(ids.map(() => 200))
    }
    // That was the address's day, whatever ids it asks for.
    expect(await send(from(address, ids[0]))).toBe(403)
    expect(await send(from(address, await newVisitor(gateway.url, from(address))))).toBe(403)
    expect(await send(from(address))).toBe(403)
    expect(await send(from("198.51.100.31", await newVisitor(gateway.url, from(address))))).toBe(200)
  })

  test("two hundred /64s of one /48 leave the others their day", async () => {
    gateway.script(textReply("Oi", { usage: { inputUncached: 100, output: 10_000 } }))
    let answered = 0
    for (let batch = 0; batch < 20; batch++) {
      const statuses = await Promise.all(
        Array.from({ length: 10 }, async (_, at) => {
          const address = `2001:db8:48:${(batch * 10 + at).toString(16)}::1`
          const own = [await newVisitor(gateway.url, from(address)), await newVisitor(gateway.url, from(address))]
          return Promise.all(own.map((id) => send(from(address, id))))
        }),
      )
      answered += statuses.flat().filter((status) => status === 200).length
    }
    // Its share of R$ 20 is less than 400 answers of this length cost.
    expect(answered).toBeGreaterThan(50)
    expect(answered * 10_000 * 4.29).toBeLessThanOrEqual(6_000_000)
    const neighbour = "2001:db8:49::1"
    expect(await send(from(neighbour, await newVisitor(gateway.url, from(neighbour))))).toBe(200)
  })
})

describe("an id", () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await startGateway({ env: { FREE_DAILY_MESSAGES: "4", LIMIT_ADDRESS_PER_MINUTE: "1000" } })
  })
  afterAll(() => gateway.stop())
  const post = async (path: string, headers: Readonly<Record<string, string>> = {}, body?: string) => {
    const response = await fetch(gateway.url + path, {
      method: "POST",
      headers,
      ...(body === undefined ? {} : { body }),
    })
    return { status: response.status, json: await readJson(response) }
  }
  const json = { "content-type": "application/json" }

  test("is issued with a day, tells what is left of it, and so does the configuration", async () => {
    gateway.script(textReply("Oi"))
    const { status, json: issued } = await post("/api/visitor")
    expect(status).toBe(200)
    expect(issued).toEqual({ id: expect.stringMatching(/^[\w-]{48}$/), left: 4, of: 4 })
    const headers = { "x-visitor": String(issued["id"]) }
    await (await gateway.chat(undefined, mini, { headers })).text()
    expect((await post("/api/visitor", headers)).json).toEqual({ ...issued, left: 3 })
    for (const encoding of ["gzip", "identity"]) {
      const config = await post("/api/config", { ...headers, "accept-encoding": encoding })
      expect(config.json["free"]).toEqual({ left: 3, of: 4 })
      expect(config.json["models"]).toEqual(expect.any(Array))
    }
    expect((await post("/api/config")).json["free"]).toEqual({ left: 4, of: 4 })
    const code = await gateway.code("free")
    const asCode = await post("/api/config", { authorization: `Bearer nk-${code.code}` })
    expect(asCode.json["free"]).toBeUndefined()
  })

  test.each([
    ["header", (id: string) => post("/api/visitor", { "x-visitor": id })],
    ["body", (id: string) => post("/api/visitor", json, JSON.stringify({ id }))],
  ])("of a page from before is exchanged once, by %s, and then stands for nobody", async (how, exchange) => {
    const earlier = `f47ac10b-58cc-4372-a567-${how}`
    await useOfBefore(earlier)
    const first = await exchange(earlier)
    const again = await exchange(earlier)
    expect([first.json, again.json]).toMatchObject([
      { left: 3, of: 4 },
      { left: 4, of: 4 },
    ])
    expect(again.json["id"]).not.toBe(first.json["id"])
  })

  test("of a page from before that was not used of late is nobody's", async () => {
    const unused = { "x-visitor": "f47ac10b-58cc-4372-a567-0e02b2c3d479" }
    const [one, other] = [await post("/api/visitor", unused), await post("/api/visitor", unused)]
    expect(one.json["id"]).not.toBe(other.json["id"])
  })

  /** A message of an id that a page had made up, as servers counted it before ids were issued. */
  async function useOfBefore(visitorId: string): Promise<void> {
    const { dataDir } = gateway.prosa
    const database = await openDatabase({ dataDir })
    const subject = createHmac("sha256", readPepper({ dataDir })).update(`visitor:${visitorId}`).digest("base64url")
    const insert = "insert into free_usage (day, subject, messages) values (?, ?, 1)"
    await database.transaction((sql) => sql.run(insert, [dayInBrazil(Date.now()), `visitor:${subject}`]))
    await database.close()
  }

  test.each([
    ["nothing", undefined, {}],
    ["no JSON", "{", json],
    ["another type", "id=1", { "content-type": "text/plain" }],
    ["no object", "null", json],
    ["an id of no shape", JSON.stringify({ id: { toString: 1 } }), json],
    ["a hostile name", '{"__proto__":{"id":"aaaaaaaaaaaa"}}', json],
  ])("comes whatever is sent for it: %s", async (_, body, headers) => {
    expect(await post("/api/visitor", headers, body)).toMatchObject({ status: 200, json: { left: 4 } })
  })

  test("is not given for a body of megabytes", async () => {
    expect((await post("/api/visitor", json, JSON.stringify({ id: "a".repeat(100_000) }))).status).toBe(413)
  })

  test("is asked for so often and no more", async () => {
    const statuses = await Promise.all(Array.from({ length: 400 }, async () => (await post("/api/visitor")).status))
    const refused = statuses.filter((status) => status === 429).length
    expect(refused).toBeGreaterThanOrEqual(270)
    expect(refused).toBeLessThan(400)
  })
})

test("there is no visitor's id where a code is needed", async () => {
  const closed = await startGateway({ env: { NEED_CODE: "1" } })
  expect((await fetch(`${closed.url}/api/visitor`, { method: "POST" })).status).toBe(401)
  const config = await readJson(await fetch(`${closed.url}/api/config`, { method: "POST" }))
  expect(config["free"]).toBeUndefined()
  await closed.stop()
})

describe("nobody in particular", () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await startGateway()
  })
  afterAll(() => gateway.stop())
  const key = { "idempotency-key": "the-same-key" }
  const madeUp = { "x-visitor": "f47ac10b-58cc-4372-a567-0e02b2c3d479" }

  test.each([
    ["without an id", {}],
    ["with an id that is not ours", madeUp],
  ])("%s reads, lists, resumes and stops nothing of a neighbour", async (_, stranger) => {
    gateway.script(stallAfter(textReply("Era uma vez, num reino distante. ".repeat(40)), 6_000))
    const known = { "x-visitor": await newVisitor(gateway.url) }
    for (const neighbour of [{}, madeUp, known]) {
      const leave = new AbortController()
      const response = await gateway.chat(
        undefined,
        { ...mini, stream: true },
        { headers: { ...key, ...neighbour }, signal: leave.signal },
      )
      const runId = response.headers.get("x-run-id") ?? ""
      const reader = await readUntil(response, "reino")
      for (const ref of [runId, "the-same-key"]) {
        const at = `${gateway.url}/api/runs/${ref}`
        expect((await fetch(at, { headers: stranger })).status).toBe(404)
        expect((await fetch(`${at}/events`, { headers: stranger })).status).toBe(404)
        expect((await fetch(`${at}/stop`, { method: "POST", headers: stranger })).status).toBe(404)
        expect((await fetch(at, { method: "DELETE", headers: stranger })).status).toBe(404)
      }
      const list = await readJson(await fetch(`${gateway.url}/api/runs`, { headers: stranger }))
      expect(list).toEqual({ runs: [] })
      leave.abort()
      await reader.cancel().catch(() => {})
    }
  })

  test("is answered anew under the key of a neighbour, and under their own", async () => {
    const requests = gateway.script(textReply("Oi"))
    for (let at = 0; at < 3; at++) {
      const response = await gateway.chat(undefined, mini, { headers: { ...key, ...(at === 1 ? madeUp : {}) } })
      expect([response.status, response.headers.get("idempotent-replay")]).toEqual([200, null])
    }
    expect(requests()).toHaveLength(3)
  })

  test("with an id, a key is one run, and its answer is there to come back to", async () => {
    const requests = gateway.script(textReply("Oi"))
    const headers = { ...key, "x-visitor": await newVisitor(gateway.url) }
    const [first, again] = [
      await readJson(await gateway.chat(undefined, mini, { headers })),
      await readJson(await gateway.chat(undefined, mini, { headers })),
    ]
    expect(again["choices"]).toEqual(first["choices"])
    expect(requests()).toHaveLength(1)
    const list = await readJson(await fetch(`${gateway.url}/api/runs`, { headers }))
    expect(list["runs"]).toHaveLength(1)
  })
})

test("all visitors together have a ceiling in reais that no number of them gets around", async () => {
  // gpt-4o-mini's 10 000 tokens are held as about 0.043 reais.
  const gateway = await startGateway({ env: { FREE_DAILY_BUDGET_BRL: "0.15", TRUSTED_PROXIES: "127.0.0.1" } })
  const requests = gateway.script(textReply("Oi", { usage: { output: 10_000 } }))
  const statuses = await Promise.all(
    Array.from({ length: 30 }, async (_, at) => {
      const headers = { "x-forwarded-for": `198.51.100.${at}` }
      return (await gateway.chat(undefined, mini, { headers })).status
    }),
  )
  const admitted = statuses.filter((status) => status === 200).length
  expect(admitted).toBe(requests().length)
  expect(admitted).toBeGreaterThan(0)
  expect(admitted * 10_000 * 4.29).toBeLessThanOrEqual(150_000)
  expect(statuses.filter((status) => status === 403)).toHaveLength(30 - admitted)
  await gateway.stop()
})

test("a visitor's title counts in everybody's ceiling, not as a message, and must be earned", async () => {
  const env = { FREE_DAILY_BUDGET_BRL: "0.0433", FREE_DAILY_MESSAGES: "1", TRUSTED_PROXIES: "127.0.0.1" }
  const gateway = await startGateway({ env })
  const visitor = { "x-visitor": await newVisitor(gateway.url), "x-forwarded-for": "203.0.113.1" }
  const ask = { model: "gpt-4.1-nano-2025-04-14", max_tokens: 150, messages: titleOf() }
  const title = async () => (await gateway.chat(undefined, ask, { headers: visitor })).status
  const message = async (headers: Readonly<Record<string, string>>) =>
    (await gateway.chat(undefined, mini, { headers })).status
  gateway.script(textReply("Oi", { usage: { inputUncached: 1, output: 1 } }))
  expect(await title()).toBe(403)
  expect(await message(visitor)).toBe(200)
  // A title leaves the others less: now a message, which may cost 0.04303, does not fit any more.
  gateway.script(textReply("Um título", { usage: { inputUncached: 1, output: 150 } }))
  expect(await title()).toBe(200)
  expect(await message(visitor)).toBe(403)
  expect(await message({ "x-forwarded-for": "203.0.113.2" })).toBe(403)
  await gateway.stop()
})

test("stops before the first word are counted by address: ids that are made for each cost nothing", async () => {
  const gateway = await startGateway({ env: { FREE_DAILY_MESSAGES: "2" } })
  let refused = 0
  let stopped = 0
  for (let at = 0; at < 25; at++) {
    const requests = gateway.script(stallAfter(textReply("Oi"), 0))
    const leave = new AbortController()
    const headers = at % 2 === 0 ? { "x-visitor": await newVisitor(gateway.url) } : {}
    const asked = gateway
      .chat(undefined, { ...mini, stream: true }, { headers, signal: leave.signal })
      .then((response) => response.status)
      .catch(() => 0)
    const arrived = async () => {
      await expect.poll(() => requests().length).toBe(1)
    }
    if ((await Promise.race([arrived(), asked])) === 403) {
      refused++
      continue
    }
    leave.abort()
    stopped++
    // The prompt's tokens are counted, for which the vocabulary is loaded first.
    const ends = () => gateway.prosa.output().match(/"stop":"client-gone"/g)?.length ?? 0
    await expect.poll(ends).toBe(stopped)
  }
  // Ten an hour are nobody's; after that each takes a message of the address's ten.
  expect(refused).toBe(5)
  await gateway.stop()
})

let limited: TestGateway
beforeAll(async () => {
  limited = await startGateway({
    env: {
      LIMIT_CODE_PER_MINUTE: "4",
      LIMIT_ADDRESS_PER_MINUTE: "1000",
      LIMIT_OPEN_RUNS_PREMIUM: "2",
      LIMIT_OPEN_RUNS_FREE: "1",
    },
  })
})
afterAll(() => limited.stop())

test("past its rate a code is told when to come back", async () => {
  const code = await limited.code("premium", 10)
  const requests = limited.script(textReply("Oi"))
  const statuses: number[] = []
  for (let at = 0; at < 4; at++) statuses.push((await limited.chat(code)).status)
  const response = await limited.chat(code)
  expect([...statuses, response.status]).toEqual([200, 200, 200, 200, 429])
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0)
  expect(await readJson(response)).toMatchObject({ error: { code: "too_many_requests", type: "rate_limit_error" } })
  expect(requests()).toHaveLength(4)
})

test.each([
  ["premium", 2],
  ["free", 1],
] as const)("a %s code has at most %i answers in progress", async (kind, most) => {
  const code = await limited.code(kind, 10)
  let release: () => void = () => {}
  const answered = new Promise<void>((resolve) => (release = resolve))
  const requests = limited.script(async (request) => {
    await answered
    return textReply("Oi")(request)
  })
  const open = Array.from({ length: most }, () => limited.chat(code, mini))
  await expect.poll(() => requests().length, { interval: 5 }).toBe(most)
  const refused = await limited.chat(code, mini)
  expect(refused.status).toBe(400)
  expect(await readJson(refused)).toMatchObject({
    error: { code: "already_processing", message: "Mensagem já em processamento" },
  })
  const look = await fetch(`${limited.url}/api/getBalance`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ accessCode: code.code }),
  })
  expect(look.status).toBe(400)
  expect(await readJson(look)).toMatchObject({ error: "Mensagem já em processamento", code: "already_processing" })
  release()
  expect((await Promise.all(open)).map((response) => response.status)).toEqual(open.map(() => 200))
})
