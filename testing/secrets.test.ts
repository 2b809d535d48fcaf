import { createHash } from "node:crypto"
import { readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { startProsa } from "../e2e/support/prosa.ts"
import { errorReply, textReply } from "./fake-provider/replies.ts"
import { startGateway, type TestCode, type TestGateway } from "./gateway.ts"
import { tempFolder } from "./temp-folder.ts"

const operatorWord = "palavra-canario-da-casa"
const adminToken = "admin-canario-0123456789"
const metricsToken = "metricas-canario-0123456789"
const ourKey = "sk-canario-nosso"
const ownKey = "sk-canario-do-usuario"
const said = "frase-canario-que-ninguem-registra"
const wrongCode = "prosa_canari0canari0canari0cana"
const wrongToken = "token-canario-errado"
const visitorAddress = "203.0.113.77"
const guesserAddress = "198.51.100.9"

let gateway: TestGateway
let code: TestCode
let heard = ""

beforeAll(async () => {
  const env = {
    CODE: `another-word,${operatorWord}`,
    ADMIN_TOKEN: adminToken,
    METRICS_TOKEN: metricsToken,
    TRUSTED_PROXIES: "127.0.0.1/32",
  }
  gateway = await startGateway({ key: ourKey, env })
  code = await gateway.code("premium", 20)
  await everythingThatCanBeDone()
  // Lines are gathered for a moment; the last of them is one of these.
  await vi.waitFor(() => expect(gateway.prosa.output()).toContain("198.51.100.10"), { timeout: 30_000 })
  await vi.waitFor(() => expect(gateway.prosa.output()).toContain("wrong-admin"), { timeout: 30_000 })
})
afterAll(() => gateway.stop())

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const from = (address: string) => ({ "x-forwarded-for": address })

/** A request as anybody may send one; what is answered is kept, to be searched. */
async function ask(path: string, { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {}) {
  const response = await fetch(gateway.url + path, {
    headers: { "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) }),
  })
  heard += `${JSON.stringify([...response.headers])}\n${await response.text()}\n`
  return response.status
}

async function everythingThatCanBeDone(): Promise<void> {
  const chat = "/v1/chat/completions"
  const body = { model: "gpt-4o-mini", messages: [{ role: "user", content: said }] }
  for (const reply of [
    textReply("Pronto."),
    errorReply(401, `wrong key ${ourKey}`),
    errorReply(500, `${said} ${ourKey}`),
  ]) {
    gateway.script(reply)
    for (const token of [code.code, `nk-${code.code}`, operatorWord, ownKey])
      for (const stream of [false, true])
        await ask(chat, {
          body: { ...body, stream },
          headers: { ...bearer(token), "idempotency-key": `${token.length}` },
        })
    await ask(chat, { body, headers: from(visitorAddress) })
    await ask(chat, { body, headers: { ...from(visitorAddress), "x-visitor": "visitor-of-a-test" } })
  }
  for (const broken of [`{"model": "${said}`, `"${said}"`, `{"${said}":1}`])
    await ask(chat, { body: broken, headers: bearer(code.code) })
  const wrong = { headers: { ...bearer(wrongCode), ...from(guesserAddress) } }
  await Promise.all([ask(chat, { body, ...wrong }), ask("/v1/models", wrong)])
  for (const accessCode of [code.code, operatorWord]) {
    for (const path of ["/api/validate-access", "/api/getBalance", "/api/log-usage"])
      await ask(path, { body: { accessCode, errorMessage: said, userAgent: said, model: "gpt-4o-mini" } })
  }
  await ask("/api/getBalance", { body: { accessCode: wrongCode }, headers: from("198.51.100.10") })
  for (const token of [code.code, operatorWord]) {
    await ask("/api/runs", { headers: bearer(token) })
    await ask("/api/statement", { headers: bearer(token) })
  }
  await ask(`/v1/models?key=${code.code}`)
  await ask("/api/admin/codes/show", { body: { code: code.code }, headers: bearer(adminToken) })
  await ask("/api/admin/codes/show", { body: { code: wrongCode }, headers: bearer(adminToken) })
  await ask("/api/admin/ledger/export", { headers: bearer(adminToken) })
  await ask("/api/admin/usage", { headers: { ...bearer(wrongToken), ...from(guesserAddress) } })
  await ask("/metrics", { headers: bearer(metricsToken) })
  await ask("/api/config", { body: {} })
}

const secrets = () => ({
  operatorWord,
  adminToken,
  metricsToken,
  ourKey,
  ownKey,
  wrongCode,
  wrongToken,
  code: code.code,
  pepper: readFileSync(join(gateway.prosa.dataDir, "pepper"), "utf8").trim(),
})

describe("after everything was done that can be done,", () => {
  test("no secret and nothing that was said stands in what the server wrote", () => {
    for (const [name, secret] of Object.entries({ ...secrets(), said }))
      expect({ name, found: gateway.prosa.output().includes(secret) }).toEqual({ name, found: false })
  })

  test("no secret was answered to anybody", () => {
    for (const [name, secret] of Object.entries(secrets()))
      expect({ name, found: heard.includes(secret) }).toEqual({ name, found: false })
  })

  test("addresses stand in the lines about security alone", () => {
    const lines = gateway.prosa.output().split("\n")
    expect(lines.filter((line) => line.includes(visitorAddress))).toEqual([])
    const guesses = lines.filter((line) => line.includes(guesserAddress)).map((line) => JSON.parse(line) as object)
    expect(guesses).toHaveLength(2)
    for (const what of ["wrong-code", "wrong-admin"])
      expect(guesses).toContainEqual(expect.objectContaining({ event: "security", what, address: guesserAddress }))
  })

  test("wrong tries are counted, without a word of what was tried", () => {
    expect(heard).toContain('prosa_wrong_credentials_total{kind="code"} 3')
    expect(heard).toContain('prosa_wrong_credentials_total{kind="admin"} 1')
  })

  test("no file holds the operator's word, or a hash of it that could be guessed without the pepper", () => {
    const bare = createHash("sha256").update(operatorWord).digest("hex").slice(0, 32)
    const files = readdirSync(gateway.prosa.dataDir).map((name) =>
      readFileSync(join(gateway.prosa.dataDir, name), "latin1"),
    )
    for (const word of [operatorWord, bare, code.code, ownKey])
      expect(files.filter((content) => content.includes(word))).toEqual([])
    expect(gateway.prosa.output()).not.toContain(bare)
  })
})

test("the runs of an operator's word are its own, also after a restart", async () => {
  const dataDir = tempFolder("prosa-operator-word")
  const env = { CODE: `${operatorWord},another-word` }
  const first = await startProsa({ dataDir, env })
  const chat = await fetch(`${first.url}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": "kept", ...bearer(operatorWord) },
    body: JSON.stringify({ model: "gpt-4o-mini", messages: [{ role: "user", content: "Oi" }] }),
  })
  expect(chat.status).toBe(200)
  const path = `/api/runs/${chat.headers.get("x-run-id")}`
  await chat.arrayBuffer()
  await first.stop()
  expect(first.output()).toMatch(/"event":"chat".*"owner":"operator:[0-9a-f]{32}"/)

  const second = await startProsa({ dataDir, env })
  const statusFor = async (word: string) => (await fetch(second.url + path, { headers: bearer(word) })).status
  expect(await statusFor(operatorWord)).toBe(200)
  expect(await statusFor("another-word")).toBe(404)
  await second.stop()
  rmSync(dataDir, { recursive: true, force: true })
})
