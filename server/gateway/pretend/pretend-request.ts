import { imagesOf, contentText, type Content, type ImagePart, type TextPart } from "#core/gateway/content.ts"
import { type JsonObject, objectOf, objectsOf, parseJson, textOf as text } from "#core/lib/fields.ts"

/** A chat call as far as the pretend model listens to it. */
export interface PretendRequest {
  readonly model: string
  readonly messages: readonly Said[]
  readonly tools: readonly OfferedTool[]
  readonly stream: boolean
  readonly includeUsage: boolean
  /** In tokens; absent: no limit. */
  readonly cap: number | undefined
}

export interface Said {
  readonly role: string
  readonly text: string
  readonly images: number
}

export interface OfferedTool {
  readonly name: string
  readonly parameters: JsonObject
}

/** Undefined when the body is no chat call. */
export function parsePretendRequest(body: string): PretendRequest | undefined {
  const json = objectOf(parseJson(body))
  const model = text(json?.["model"])
  const messages = objectsOf(json?.["messages"])
  if (!json || !model || messages.length === 0) return undefined
  const caps = [json["max_completion_tokens"], json["max_tokens"]].filter((cap) => typeof cap === "number")
  return {
    model,
    messages: messages.map(readSaid),
    tools: objectsOf(json["tools"]).flatMap(readTool),
    stream: json["stream"] === true,
    includeUsage: objectOf(json["stream_options"])?.["include_usage"] === true,
    cap: caps.length === 0 ? undefined : Math.min(...caps),
  }
}

/** One message of a chat. */
export function readSaid(message: JsonObject): Said {
  const content = readContent(message["content"])
  return {
    role: text(message["role"]) ?? "user",
    text: withoutInstructions(contentText(content)),
    images: imagesOf(content).length,
  }
}

function readContent(content: unknown): Content {
  if (typeof content === "string") return content
  return objectsOf(content).flatMap((part): (TextPart | ImagePart)[] => {
    const url = text(objectOf(part["image_url"])?.["url"])
    if (url) return [{ type: "image_url", image_url: { url } }]
    const said = text(part["text"])
    return said ? [{ type: "text", text: said }] : []
  })
}

/** The o-series gets its system message folded into the user's; that block is not what was asked. */
function withoutInstructions(said: string): string {
  const end = said.startsWith("[Instruções internas") ? said.indexOf(instructionsEnd) : -1
  return end === -1 ? said : said.slice(end + instructionsEnd.length).trimStart()
}

const instructionsEnd = "\n[Fim das instruções internas]"

function readTool(tool: JsonObject): readonly OfferedTool[] {
  const fn = objectOf(tool["function"])
  const name = text(fn?.["name"])
  return name ? [{ name, parameters: objectOf(fn?.["parameters"]) ?? {} }] : []
}
