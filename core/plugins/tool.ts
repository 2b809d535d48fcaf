import type { ToolCall, ToolDefinition } from "../gateway/chat-request.ts"
import { type JsonObject, objectOf, parseJson } from "../lib/fields.ts"

/**
 * A tool that a model can call: its description for the model, and the function that executes it. The caller provides
 * the execution (`Stop` is the platform's way to cancel, in a browser an `AbortSignal`); the reply to the model is
 * decided here.
 */
export interface Tool<Stop> {
  readonly definition: ToolDefinition
  /** Its display name; absent: its name. */
  readonly title?: string
  /** Rejects on failure; the error's message is sent to the model. */
  readonly run: (given: JsonObject, stop: Stop) => Promise<string>
}

/** The result of a call, as it is sent to the model. */
export interface ToolReply {
  readonly content: string
  readonly isError?: true
}

/** The longest result that is sent back, in UTF-16 units; a longer one would fill the model's window. */
const longestResult = 60_000

/** Executes a call. Every failure becomes a reply that describes it, and the model continues. */
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

/**
 * The reply for a call that was started by a page that is gone: whether it was executed is unknown, and it is not
 * executed twice.
 */
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
