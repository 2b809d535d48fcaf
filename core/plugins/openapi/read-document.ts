import { fieldsOf, isObject, type JsonObject } from "../../lib/fields.ts"
import { err, ok, type Result } from "../../lib/result.ts"
import type { SpecFault } from "./spec-fault.ts"

/** Largest description as JSON and as YAML, in UTF-16 units; YAML takes some fifty times as long to read. */
const mostJson = 16 * 1024 * 1024
const mostYaml = 1024 * 1024
/** Deepest nesting. */
const mostDepth = 60

/** Reads YAML; throws on what is none, or unfolds to more than it says. The reader is large: its caller brings it. */
export type ReadYaml = (text: string) => unknown

/** Which generation of the format a description is written in. */
export interface SpecDocument {
  readonly root: JsonObject
  readonly format: "openapi-3" | "swagger-2"
}

/** Reads the text of a description: JSON or YAML, with or without a byte order mark. */
export function readDocument(text: string, readYaml: ReadYaml): Result<SpecDocument, SpecFault> {
  if (text.length > mostJson) return err({ kind: "too-large", at: "" })
  const bare = withoutFence(text.replace(/^\uFEFF/, "").trimStart())
  if (bare === "") return err({ kind: "no-document", at: "" })
  if (/^https?:\/\/\S+\s*$/i.test(bare)) return err({ kind: "address-only", at: "" })
  if (isWebPage(bare)) return err({ kind: "web-page", at: "" })
  const isJson = bare.startsWith("{") || bare.startsWith("[")
  if (!isJson && bare.length > mostYaml) return err({ kind: "yaml-too-large", at: "" })
  let root: unknown
  try {
    root = isJson ? JSON.parse(bare) : readYaml(bare)
  } catch (error) {
    return err({ kind: isJson ? "not-json" : "not-yaml", at: placeIn(error) })
  }
  if (!isObject(root)) return err({ kind: "no-document", at: "" })
  const deep = tooDeep(root)
  if (deep !== undefined) return err({ kind: "too-deep", at: deep })
  const format = formatOf(root)
  if (format === undefined) {
    const named = ["openapi", "swagger"].find((name) => name in root)
    return err(named === undefined ? { kind: "no-document", at: "" } : { kind: "version", at: named })
  }
  return ok({ root, format })
}

/** A text without the line of backticks before it and behind it, with which it is copied from a chat or a page of Markdown. */
function withoutFence(text: string): string {
  const [, mark = ""] = /^(`{3,9}|~{3,9})[a-z]{0,10}[ \t]{0,9}\r?\n/i.exec(text) ?? []
  if (mark === "") return text
  const end = text.lastIndexOf(`\n${mark}`)
  return text.slice(text.indexOf("\n") + 1, end < 0 ? text.length : end).trimStart()
}

/** Whether it is HTML: what lies behind the address of documentation, or of a page that shows the file. */
function isWebPage(text: string): boolean {
  return /^(<!--[^>]{0,500}-->\s*)?<(!doctype\s+html|html|head|body|script|meta|title)[\s>]/i.test(text.slice(0, 1_000))
}

/** By its beginning: descriptions are found that claim to be "3.0.5", which does not exist. Unquoted, YAML makes it a number. */
function formatOf({ openapi, swagger }: JsonObject): SpecDocument["format"] | undefined {
  if (/^3(\.[012](\.|$)|$)/.test(versionText(openapi))) return "openapi-3"
  return /^2(\.|$)/.test(versionText(swagger)) ? "swagger-2" : undefined
}

function versionText(version: unknown): string {
  return typeof version === "string" || typeof version === "number" ? String(version).trim() : ""
}

/** The line that a reader complained about, where it says one. */
function placeIn(error: unknown): string {
  const position =
    fieldsOf(fieldsOf(error)["linePos"])["0"] ?? (fieldsOf(error)["linePos"] as unknown[] | undefined)?.[0]
  const { line, col } = fieldsOf(position)
  if (typeof line === "number" && typeof col === "number") return `${line}:${col}`
  const message = error instanceof Error ? error.message : ""
  const [, at = ""] = /line (\d{1,7} column \d{1,7})/.exec(message) ?? []
  return at.replace(" column ", ":")
}

/** The place of something nested too deeply. What YAML's aliases share is looked at once. */
function tooDeep(root: JsonObject): string | undefined {
  const seen = new Set<object>()
  const waiting: { readonly node: object; readonly depth: number; readonly at: string }[] = [
    { node: root, depth: 1, at: "" },
  ]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth, at } = next
    if (depth > mostDepth) return at
    if (seen.has(node)) continue
    seen.add(node)
    for (const [key, child] of Object.entries(node)) {
      if (typeof child !== "object" || child === null) continue
      waiting.push({ node: child as object, depth: depth + 1, at: depth < 6 ? (at === "" ? key : `${at}.${key}`) : at })
    }
  }
  return undefined
}
