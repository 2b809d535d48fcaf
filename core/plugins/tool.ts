import type { ToolCall, ToolDefinition } from "../gateway/chat-request.ts"
import { type JsonObject, objectOf, parseJson } from "../providers/json.ts"

/**
 * Something a model can have done while it answers: what it is told of it, and how it is done. The doing is the caller's
 * (`Stop` is what its platform ends work with, in a browser an `AbortSignal`); what is said about it is decided here.
 */
export interface Tool<Stop> {
  readonly definition: ToolDefinition
  /** What people call it; absent: its name. */
  readonly title?: string
  /** Rejects when it did not work; the error's message is told to the model. */
  readonly run: (given: JsonObject, stop: Stop) => Promise<string>
}

/** What came of a call, as the model is told. */
export interface ToolReply {
  readonly content: string
  readonly isError?: true
}

/** Longest result that is sent back, in UTF-16 units; the rest would fill the model's window. */
const longestResult = 60_000

/** Does what a model asked for. Whatever goes wrong is a reply that says so, and the model goes on. */
export async function runCall<Stop>(
  call: Pick<ToolCall, "name" | "arguments">,
  tools: readonly Tool<Stop>[],
  stop: Stop,
): Promise<ToolReply> {
  const tool = tools.find(({ definition }) => definition.name === call.name)
  if (tool === undefined) return trouble(unknown(call.name, tools))
  const given = call.arguments.trim() === "" ? {} : objectOf(parseJson(call.arguments))
  if (given === undefined) {
    return trouble(
      `Os argumentos não são um objeto JSON válido: ${call.arguments.slice(0, 200)}. Corrija e tente de novo.`,
    )
  }
  try {
    return { content: shortened(await tool.run(given, stop)) }
  } catch (error) {
    return trouble(`A ferramenta ${call.name} falhou: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Of a call that was begun by a page that is gone: whether it was done is not known, and it is not done twice. */
export const abandoned: ToolReply = trouble(
  "A ferramenta foi interrompida antes de responder. Não se sabe se o que ela faz foi feito.",
)

function trouble(said: string): ToolReply {
  return { content: `Erro: ${shortened(said)}`, isError: true }
}

function unknown<Stop>(name: string, tools: readonly Tool<Stop>[]): string {
  const names = tools.map(({ definition }) => definition.name).join(", ")
  return `Não existe uma ferramenta chamada ${name}. As que existem: ${names === "" ? "nenhuma" : names}.`
}

function shortened(text: string): string {
  return text.length <= longestResult ? text : `${text.slice(0, longestResult)}\n[…]`
}
