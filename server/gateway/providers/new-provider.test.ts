import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { gatewayOf } from "#core/providers/gateways.ts"
import { providerIds } from "#core/providers/registry.ts"
import { fileReply } from "../../../testing/fake-provider/replies.ts"
import { readChat, readJson, startGateway, type TestCode, type TestGateway } from "../../../testing/gateway.ts"
import { addProvider, type Extended } from "../../../testing/new-provider/add-provider.ts"
import { fixture } from "../../../testing/wire-file.ts"

let extended: Extended
let gateway: TestGateway
let code: TestCode

beforeAll(async () => {
  extended = addProvider()
  gateway = await startGateway({
    pretend: true,
    start: extended.start,
    envFor: ({ url }) => ({ AURORA_TOKEN: "aurora-key-1", AURORA_URL: url }),
  })
  code = await gateway.code("premium", 10)
})
afterAll(() => gateway.stop())

const answer = fileReply(fixture("moonshot/text-choice-usage.sse"))
const messages = [{ role: "user", content: "Oi" }]

test("the recipe for a new provider touches at most eight files", () => {
  expect(extended.touched).toHaveLength(8)
})

test("a new provider answers a chat on the chat path, paid with the operator's key and charged to the caller", async () => {
  const before = await gateway.balance(code)
  const requests = gateway.script(answer)
  const chat = await readChat(await gateway.chat(code, { model: "aurora-1@Aurora", messages, stream: true }))
  expect(chat).toMatchObject({ done: true, meta: { cost: expect.any(Number) } })
  expect(chat.text.length).toBeGreaterThan(0)
  const [asked] = requests()
  expect(asked?.path).toBe("/cloud/v2/talk")
  expect(asked?.headers["x-aurora-token"]).toBe("aurora-key-1")
  expect(asked?.json).toMatchObject({ model: "aurora-1", messages })
  expect(before.posted - (await gateway.balance(code)).posted).toBeGreaterThan(0)
})

test("its own clients speak to it at its prefix, with a code or with a key of their own", async () => {
  const call = (key: string) =>
    fetch(`${gateway.url}/api/aurora/cloud/v2/talk`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-aurora-token": key },
      body: JSON.stringify({ model: "aurora-1", messages, stream: true }),
    })
  const requests = gateway.script(answer)
  expect(await (await call(`nk-${code.code}`)).text()).toContain('"_meta"')
  const before = await gateway.balance(code)
  expect((await call("aurora-own-key")).status).toBe(200)
  expect(requests().map(({ headers }) => headers["x-aurora-token"])).toEqual(["aurora-key-1", "aurora-own-key"])
  expect(await gateway.balance(code)).toEqual(before)
  const models = await fetch(`${gateway.url}/api/aurora/v1/models`, {
    headers: { authorization: `Bearer nk-${code.code}` },
  })
  expect(await readJson(models)).toMatchObject({ data: [{ id: "aurora-1", owned_by: "aurora" }] })
})

test("the page finds the fields of its own keys and its adapter", () => {
  const script = `
    import { ownFields } from "#core/access/provider-credentials.ts"
    import { loadAdapter } from "#core/providers/load-adapter.ts"
    const { provider } = await loadAdapter("aurora")
    console.log(JSON.stringify({ provider, fields: ownFields("aurora").map(({ name }) => name) }))`
  const told = execFileSync(process.execPath, ["--input-type=module-typescript", "--eval", script], {
    cwd: extended.folder,
    encoding: "utf8",
  })
  expect(JSON.parse(told)).toEqual({ provider: "Aurora", fields: ["auroraUrl", "auroraToken"] })
})

test(".env.example has every provider's settings, with its address", () => {
  const lines = readFileSync(join(import.meta.dirname, "../../../.env.example"), "utf8").split("\n")
  for (const id of providerIds) {
    const { settings, home = "" } = gatewayOf[id]
    const { keys, url, version, organization } = settings
    expect(lines).toContain(`${url}=${home}`)
    if (version) expect(lines).toContain(`${version.name}=${version.usual}`)
    for (const name of [...keys, ...(organization ? [organization] : [])]) expect(lines).toContain(`${name}=`)
  }
})

test("nothing outside a provider's folder branches by a provider's id", () => {
  const root = join(import.meta.dirname, "../../..")
  const branch = new RegExp(`(?:[!=]==|\\bcase) "(?:${providerIds.join("|")})"`)
  const branching = ["core", "server", "web"].flatMap((floor) =>
    readdirSync(join(root, floor), { recursive: true, encoding: "utf8" })
      .map((path) => `${floor}/${path}`)
      .filter((path) => /\.tsx?$/.test(path) && !/(\.test\.tsx?|\/test-[^/]+)$/.test(path))
      .filter((path) => branch.test(readFileSync(join(root, path), "utf8"))),
  )
  // There "openai" is a shape of errors.
  expect(branching).toEqual(["server/http/context.ts"])
})
