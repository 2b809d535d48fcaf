import { expect, test } from "vitest"
import { readConfig } from "./config.ts"
import { type StartFacts, startScreen } from "./start-screen.ts"

const facts = { url: "http://localhost:3000", pretend: true, offeredModels: 9, unpricedModels: 0, codes: 0 }

function screen(env: Record<string, string>, known: Partial<StartFacts> = {}): string {
  const config = readConfig(env)
  if (!config.ok) throw new Error(config.error.join())
  return startScreen(config.value, { ...facts, ...known })
}

test("says that answers are simulated and how to change that", () => {
  expect(screen({})).toMatch(/simulated[\s\S]*Next: try the page; then put OPENAI_API_KEY/)
})

test("names the providers that have keys, and never a key or a code", () => {
  const env = { OPENAI_API_KEY: "sk-canary-1,sk-canary-2", ANTHROPIC_API_KEY: "sk-ant-canary", CODE: "segredo-canary" }
  const said = screen(env, { pretend: false, unpricedModels: 3 })
  expect(said).toContain("OpenAI (2 keys), Anthropic")
  expect(said).toContain("9 offered, 3 disabled without a price")
  expect(said).toContain("1 in CODE: premium and NOT metered")
  expect(said).toContain("Next: issue a code")
  expect(said).not.toContain("canary")
})

test("where everybody needs a code and there is none, the next step is to issue one", () => {
  expect(screen({ NEED_CODE: "1" })).toContain("Next: issue a code")
  expect(screen({ NEED_CODE: "1" }, { codes: 1 })).toContain("Next: try the page")
  expect(screen({ NEED_CODE: "1", CODE: "segredo" })).toContain("Next: try the page")
})

test("says what comes to nothing, a line each", () => {
  const said = screen({}, { warnings: ['CUSTOM_MODELS: "+a@nobody" names a provider nobody knows'] })
  expect(said).toContain('\n  ! CUSTOM_MODELS: "+a@nobody" names a provider nobody knows\n')
})

test("tells the file of the operator's token, or that it was set", () => {
  expect(screen({}, { adminTokenFile: "/srv/prosa/admin-token" })).toMatch(/Admin token +\/srv\/prosa\/admin-token\n/)
  const said = screen({ ADMIN_TOKEN: "token-canary-0123" })
  expect(said).toMatch(/Admin token +set by you \(ADMIN_TOKEN\)\n/)
  expect(said).not.toContain("canary")
})

test("warns of words in CODE that can be guessed, without saying them", () => {
  const said = screen({ CODE: "casa-1234,another-long-word-of-the-house" })
  expect(said).toContain("\n  ! CODE: 1 with fewer than 16 characters, which can be guessed\n")
  expect(said).not.toContain("casa-1234")
})

test("fits on one screen", () => {
  const lines = screen({}).split("\n")
  expect(lines.length).toBeLessThan(24)
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(110)
})
