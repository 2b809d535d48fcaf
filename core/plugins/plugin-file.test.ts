import { expect, it } from "vitest"
import { pluginInFile, readPluginFile } from "./plugin-file.ts"
import type { Plugin } from "./plugin.ts"

const plugin: Plugin = {
  id: "abcdefgh",
  title: "Agenda",
  version: "1.4",
  content: '{"openapi":"3.0.0"}',
  builtin: false,
  createdAt: 1,
  enabled: true,
  hosts: ["agenda.example"],
  tools: [],
  authType: "custom",
  authHeader: "X-Chave",
  authToken: "segredo",
  authLocation: "header",
}

it("hands on a plugin without its token, its id and what was switched on", () => {
  const text = JSON.stringify(pluginInFile(plugin))
  expect(text).not.toContain("segredo")
  expect(readPluginFile(text)).toEqual({
    title: "Agenda",
    version: "1.4",
    content: '{"openapi":"3.0.0"}',
    authType: "custom",
    authHeader: "X-Chave",
    authLocation: "header",
  })
})

it("takes a description for what it is", () => {
  expect(readPluginFile('{"openapi":"3.1.0","content":"x","authType":"none"}')).toBeUndefined()
  expect(readPluginFile("openapi: 3.0.0")).toBeUndefined()
  expect(readPluginFile('{"content": 5, "authType": "none"}')).toBeUndefined()
  expect(readPluginFile('{"__proto__":{"authType":"none"},"content":"x"}')).toBeUndefined()
  expect(readPluginFile("{")).toBeUndefined()
})
