import type { ToolCall, ToolDefinition } from "../gateway/chat-request.ts"
import { parseExactJson } from "../lib/exact-json.ts"
import { type JsonObject, objectOf } from "../lib/fields.ts"
import { operationKey, type Reach } from "./consent.ts"

/**
 * A tool that a model can call: its description for the model, and the function that executes it. The caller provides
 * the execution (`Stop` is the platform's way to cancel, in a browser an `AbortSignal`); the reply to the model is
 * decided here.
 */
export interface Tool<Stop> {
  readonly definition: ToolDefinition
  /** Its display name; absent: its name. */
  readonly title?: string
  /** What it reaches beyond the page; absent: nothing, and nobody is asked before it runs. */
  readonly reach?: Reach
  /** What makes a call with these arguments impossible, in words for the model: nobody is asked about that one. Absent: nothing. */
  readonly troubleWith?: (given: JsonObject) => string | undefined
  /**
   * Rejects on failure; the error's message is sent to the model. `room`: the most of its result that is sent, in UTF-16
   * units; what is longer is cut, so a tool that knows where to cut does it itself.
   */
  readonly run: (given: JsonObject, stop: Stop, room: number) => Promise<string | ToolResult>
}

/** What a tool has to say, where that is more than a text of success. */
export interface ToolResult {
  readonly content: string
  /** It tells that what was asked did not succeed. */
  readonly isError?: true
}

/** The result of a call, as it is sent to the model. */
export interface ToolReply extends ToolResult {
  /** The user was asked and said no. */
  readonly refused?: true
}

/** The longest result that is sent back, and the longest of all results of an answer, in UTF-16 units: more would fill the model's window. */
const longestResult = 24_000
const longestResults = 72_000
/** The same on the free tier, where results, definitions and the question share `freeRequestCharacters`. */
const longestFreeResult = 12_000
const longestFreeResults = 36_000

/** The room that each of `calls` calls of a round has, where the results before it have so many UTF-16 units. */
export function resultRoom(before: number, calls: number, isFree = false): number {
  const [most, mostOfAll] = isFree ? [longestFreeResult, longestFreeResults] : [longestResult, longestResults]
  return Math.min(most, Math.max(0, Math.floor((mostOfAll - before) / Math.max(1, calls))))
}

/** What a tool calls beyond the page, kept beside a call of it; empty for one of the page's own. */
export function operationOf({ reach }: Pick<Tool<never>, "reach">): string {
  return reach === undefined ? "" : operationKey(reach)
}

/**
 * The tool that a call is for; undefined where there is none. One that has its name by now and is another operation is not: the
 * model did not call that, and nobody agreed to it.
 */
export function toolFor<One extends Pick<Tool<never>, "definition" | "reach">>(
  { name, operation }: { readonly name: string; readonly operation?: string | undefined },
  tools: readonly One[],
): One | undefined {
  const tool = tools.find(({ definition }) => definition.name === name)
  if (tool === undefined || operation === undefined) return tool
  return operationOf(tool) === operation ? tool : undefined
}

/** Executes a call. Every failure becomes a reply that describes it, and the model continues. */
export async function runCall<Stop>(
  call: Pick<ToolCall, "name" | "arguments">,
  tools: readonly Tool<Stop>[],
  stop: Stop,
  room: number = longestResult,
): Promise<ToolReply> {
  const tool = tools.find(({ definition }) => definition.name === call.name)
  if (tool === undefined) return trouble(unknown(call.name, tools))
  const given = givenIn(call)
  if (given === undefined) {
    return trouble(
      `Os argumentos não são um objeto JSON válido: ${call.arguments.slice(0, 200)}. Corrija e tente de novo.`,
    )
  }
  try {
    const said = await tool.run(given, stop, room)
    const result = typeof said === "string" ? { content: said } : said
    return { ...result, content: shortened(result.content, room) }
  } catch (error) {
    return failed(call.name, error instanceof Error ? error.message : String(error))
  }
}

/** The reply for a call of a tool that did not work. */
export function failed(name: string, why: string): ToolReply {
  return trouble(`A ferramenta ${name} falhou: ${why}`)
}

/**
 * The reply for a call that was started by a page that is gone: whether it was executed is unknown, and it is not
 * executed twice.
 */
export const abandoned: ToolReply = trouble(
  "A ferramenta foi interrompida antes de responder. Não se sabe se o que ela faz foi feito.",
)

/** The reply for a call that the user did not let run. */
export const refused: ToolReply = {
  ...trouble("A pessoa não deixou executar esta chamada. Siga sem ela, e não a repita sem que a pessoa peça."),
  refused: true,
}

/** The arguments of a call; undefined where they are no JSON object. */
export function givenIn(call: Pick<ToolCall, "arguments">): JsonObject | undefined {
  return call.arguments.trim() === "" ? {} : objectOf(parseExactJson(call.arguments))
}

function trouble(said: string): ToolReply {
  return { content: `Erro: ${shortened(said)}`, isError: true }
}

function unknown<Stop>(name: string, tools: readonly Tool<Stop>[]): string {
  const names = tools.map(({ definition }) => definition.name).join(", ")
  return `Não existe uma ferramenta chamada ${name}. As que existem: ${names === "" ? "nenhuma" : names}.`
}

function shortened(text: string, room: number = longestResult): string {
  if (text.length <= room) return text
  return room === 0 ? "[sem espaço para mais resultados nesta resposta]" : `${text.slice(0, room)}\n[…]`
}
