import { openSpec, type Spec } from "#core/plugins/openapi/open-spec.ts"
import type { SpecAnswer, SpecQuestion } from "./spec-wire.ts"
import { readPluginFile } from "#core/plugins/plugin-file.ts"
import { readYaml } from "./read-yaml.ts"
import { readUrl } from "../browser/read-url.ts"

/*
 * Reads descriptions of services away from the page's thread: a large one takes seconds on a phone, and what takes longer
 * is ended from outside.
 */
const { self } = globalThis as unknown as {
  readonly self: {
    addEventListener(type: "message", listener: (event: { readonly data: SpecQuestion }) => void): void
    postMessage(answer: SpecAnswer): void
  }
}

let opened: Spec | undefined

self.addEventListener("message", ({ data }) => self.postMessage(answerTo(data)))

function answerTo(question: SpecQuestion): SpecAnswer {
  const { id } = question
  if (question.type === "open") {
    const { text, loadedFrom, variables, isBuiltin } = question
    const file = readPluginFile(text)
    const spec = openSpec(file?.content ?? text, {
      readYaml,
      asciiHost,
      loadedFrom,
      isBuiltin,
      ...(variables && { variables }),
    })
    opened = spec.ok ? spec.value : undefined
    if (!spec.ok) return { id, type: "fault", fault: spec.error }
    const { toolOf: _, ...facts } = spec.value
    return { id, type: "opened", spec: facts, ...(file && { file }) }
  }
  const { key } = question
  const tool = opened?.toolOf(key)
  if (tool === undefined || !tool.ok)
    return { id, type: "fault", fault: tool?.error ?? { kind: "no-document", at: "" } }
  return { id, type: "tool", tool: tool.value }
}

/** As the browser itself would call it. */
function asciiHost(host: string): string | undefined {
  return readUrl(`https://${host}`)?.host
}
