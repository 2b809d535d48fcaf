import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { environmentWithDotEnv, readConfig } from "./config.ts"
import { tempFolder } from "../testing/temp-folder.ts"

const providersOf = (env: Record<string, string>) => {
  const config = readConfig(env)
  if (!config.ok) throw new Error(config.error.join("\n"))
  return config.value.providers
}

test.each([
  ["https://a.example", "https://a.example"],
  ["https://a.example/", "https://a.example"],
  ["https://a.example/v1", "https://a.example"],
  ["http://127.0.0.1:4000/v1/", "http://127.0.0.1:4000"],
  ["https://a.example/proxy/v1", "https://a.example/proxy"],
])("an address is the same with and without what paths begin with: %s", (written, base) => {
  expect(providersOf({ BASE_URL: written }).openai.baseUrl).toBe(base)
  expect(providersOf({ ANTHROPIC_URL: written }).anthropic.baseUrl).toBe(base)
  expect(providersOf({ MOONSHOT_URL: written }).moonshot.baseUrl).toBe(base)
  expect(providersOf({ ALIBABA_URL: written }).alibaba.baseUrl).toBe(`${base}/api`)
  expect(providersOf({ AZURE_URL: written }).azure.baseUrl).toMatch(/\/openai$/)
})

test.each([
  ["https://x.openai.azure.com", "https://x.openai.azure.com/openai"],
  ["https://x.openai.azure.com/openai/", "https://x.openai.azure.com/openai"],
  ["https://x.openai.azure.com/openai/deployments/gpt", "https://x.openai.azure.com/openai"],
])("Azure's resource is found in %s", (written, base) => {
  expect(providersOf({ AZURE_URL: written }).azure.baseUrl).toBe(base)
})

test("keys are a comma list, keys of two words are paired, an empty value is none", () => {
  const providers = providersOf({
    GOOGLE_API_KEY: "a, b ,,c",
    ANTHROPIC_API_KEY: " ",
    BAIDU_API_KEY: "id-1,id-2",
    BAIDU_SECRET_KEY: "secret-1,secret-2",
  })
  expect(providers.google.keys).toEqual(["a", "b", "c"])
  expect(providers.anthropic.keys).toEqual([])
  expect(providers.baidu.keys).toEqual(["id-1:secret-1", "id-2:secret-2"])
})

test("endpoints are plain addresses, or * for WebDAV", () => {
  const sync = (WHITE_WEBDAV_ENDPOINTS: string, WHITE_UPSTASH_ENDPOINTS = "") =>
    readConfig({ WHITE_WEBDAV_ENDPOINTS, WHITE_UPSTASH_ENDPOINTS })
  expect(sync("https://a.example/dav, http://nas:8080", "http://redis")).toMatchObject({
    value: {
      sync: {
        webDavEndpoints: ["https://a.example/dav", "http://nas:8080"],
        anyWebDav: false,
        upstashEndpoints: ["http://redis"],
      },
    },
  })
  expect(sync("*")).toMatchObject({ value: { sync: { webDavEndpoints: [], anyWebDav: true } } })
  for (const wrong of ["a.example", "https://u:p@a.example", "https://a.example/?x", "ftp://a.example", "*,https://a"])
    expect(sync(wrong, "*")).toEqual({
      ok: false,
      error: [
        "WHITE_WEBDAV_ENDPOINTS must be *, or a comma list of URLs such as https://dav.example/dav",
        "WHITE_UPSTASH_ENDPOINTS must be a comma list of URLs such as https://dav.example/dav",
      ],
    })
})

test("roles are lists in their order, and the page hears the first choice for new conversations", () => {
  const config = readConfig({ DEFAULT_MODEL: "gpt-6.1-terra@OpenAI, gpt-5", IMAGE_MODEL: "stable-image-core" })
  expect(config).toMatchObject({
    value: {
      roles: {
        default: ["gpt-6.1-terra@OpenAI", "gpt-5"],
        free: [],
        compress: [],
        image: ["stable-image-core"],
        speech: [],
      },
      defaultModel: "gpt-6.1-terra@OpenAI",
      modelsUrl: undefined,
      modelsWatch: true,
      fxBrlPerCny: undefined,
    },
  })
})

test.each([
  [{ MODELS_URL: "models.dev/api.json" }, "MODELS_URL"],
  [{ MODELS_WATCH: "maybe" }, "MODELS_WATCH"],
  [{ FX_BRL_PER_CNY: "0,76" }, "FX_BRL_PER_CNY"],
  [{ TENCENT_SECRET_ID: "a,b", TENCENT_SECRET_KEY: "c" }, "TENCENT_SECRET_KEY"],
  [{ IFLYTEK_API_SECRET: "c" }, "IFLYTEK_API_KEY"],
  [{ SEARCH_PROVIDER: "searxng" }, "SEARCH_URL"],
  [{ SEARCH_PROVIDER: "brave" }, "SEARCH_API_KEY"],
  [{ SEARCH_PROVIDER: "google" }, "SEARCH_PROVIDER"],
  [{ GOOGLE_URL: "generativelanguage.googleapis.com" }, "GOOGLE_URL"],
  [{ AZURE_API_VERSION: "v1?x=y" }, "AZURE_API_VERSION"],
  [{ TRUSTED_PROXIES: "10.0.0.0/" }, "TRUSTED_PROXIES"],
  [{ TRUSTED_PROXIES: "10.0.0.0/8/9" }, "TRUSTED_PROXIES"],
  [{ OPENAI_API_KEY: "sk-a,sk b" }, "OPENAI_API_KEY"],
  [{ GOOGLE_API_KEY: "a\nb" }, "GOOGLE_API_KEY"],
  [{ OPENAI_ORG_ID: "órgão" }, "OPENAI_ORG_ID"],
  [{ ADMIN_TOKEN: "uma senha bem comprida" }, "ADMIN_TOKEN"],
  [{ CODE: "abc,'def'" }, "CODE"],
])("%j is one line that names %s", (env, name) => {
  const config = readConfig(env as unknown as Record<string, string>)
  expect(config.ok ? [] : config.error.map((line) => line.split(" ")[0])).toEqual([name])
})

test("a key of Azure without the address of its resource ends no start and no command", () => {
  expect(readConfig({ AZURE_API_KEY: "k" }).ok).toBe(true)
  expect(readConfig({ AZURE_API_KEY: "k", AZURE_URL: "https://x.openai.azure.com" }).ok).toBe(true)
})

test("what is empty in the environment hides nothing of .env", () => {
  const folder = tempFolder("prosa-dotenv")
  const file = join(folder, ".env")
  writeFileSync(file, "CODE=a\nMARGIN=2\n")
  expect(environmentWithDotEnv({ CODE: " ", MARGIN: "3", PORT: undefined }, file)).toEqual({ CODE: "a", MARGIN: "3" })
  rmSync(folder, { recursive: true })
})
