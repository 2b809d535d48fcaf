import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parse } from "yaml"
import type { ReadYaml } from "#core/plugins/openapi/read-document.ts"

/** Descriptions of real services, and one made from its service's documentation (`fixtures/plugins/LICENSE`). */
export const pluginSpecs = [
  "arxivsearch",
  "chatpdf",
  "codeinterpreterapi",
  "dalle",
  "duckduckgolite",
  "fastgpt",
  "flux",
  "npmsearch",
  "wolframalpha",
] as const

export type PluginSpecName = (typeof pluginSpecs)[number]

export function pluginSpec(name: PluginSpecName): string {
  return readFileSync(join(import.meta.dirname, "fixtures/plugins", `${name}.openapi.json`), "utf8")
}

/** YAML as the page reads it (`web/platform/plugins/read-yaml.ts`). */
export const readYaml: ReadYaml = (text) =>
  parse(text, { maxAliasCount: 100, merge: true, logLevel: "error" }) as unknown
