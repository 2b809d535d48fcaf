import { expect, test } from "vitest"
import type { PluginTool } from "./plugin.ts"
import { toolNames } from "./tool-names.ts"

const tool = (name: string) => ({ name }) as PluginTool

test("a tool has the same name whichever plugins are on, and none of one that is no plugin's", () => {
  const [first, second, third] = [tool("buscar"), tool("buscar"), tool("buscarCep")]
  const plugins = [
    { title: "Loja", tools: [first] },
    { title: "Estoque", tools: [second, third] },
  ]
  const names = toolNames(plugins, ["buscarCep"])
  expect([first, second, third].map((one) => names.get(one))).toEqual(["buscar", "Estoque_buscar", "Estoque_buscarCep"])
})
