import { randomUUID } from "node:crypto"
import type { ChatConfig, ChatRequest, ToolDefinition } from "#core/gateway/chat-request.ts"
import type { Failure } from "#core/gateway/failure.ts"
import type { ModelAbilities } from "#core/gateway/model-abilities.ts"
import type { Adapter } from "#core/providers/adapter.ts"
import { readAnswerOptions } from "#core/providers/answer-options.ts"
import type { ClientApi, Decided, NativeCall, NativeFile } from "#core/providers/client-api.ts"
import { objectOf, objectsOf, textOf } from "#core/lib/fields.ts"
import type { ChatApi } from "#core/providers/registry.ts"
import { formOfImageCall } from "#core/providers/stability/from-images-api.ts"

/** A request to a provider without its credentials. */
export interface UnsignedRequest {
  /** With its query; begins with a slash, put behind the provider's base address. */
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string | Uint8Array
}

/** How a call is put to its provider, and how its answer is understood and handed on. */
export interface CallApi {
  /** Decodes the provider's replies. */
  readonly adapter: Adapter<unknown>
  /** Encodes the replies to the client. */
  readonly clientApi: ClientApi
  /** The two APIs differ: the answer is sent in the client's. */
  readonly translated: boolean
  /** Why the provider cannot be asked this. */
  readonly refusal?: Failure | undefined
  /** The answer is sound, not JSON. */
  readonly gives?: "sound" | undefined
  /** Its caller asked for a picture's bytes, not for an address of it. */
  readonly asksBytes?: boolean
  write(decided: Decided): UnsignedRequest
}

/** Client and provider speak the same: the caller's own body goes on, with what is ours to decide. */
export function nativeApi({ adapter, adapterFor, clientApi, takesForms, gives }: ChatApi, call: NativeCall): CallApi {
  return {
    adapter: adapterFor?.(call) ?? adapter,
    clientApi,
    translated: false,
    gives,
    asksBytes: clientApi.givesPictures === true && call.body["response_format"] === "b64_json",
    write(decided) {
      const { path, headers, body } = clientApi.write(call, decided)
      if (takesForms !== undefined) return formRequest(path, headers ?? {}, body, call.files)
      return { path, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) }
    },
  }
}

/** A picture that was asked for in the words of the images API, of a provider that takes a form. */
export function drawnByForm({ adapter }: ChatApi, { clientApi }: ChatApi, { body }: NativeCall): CallApi {
  return {
    adapter,
    clientApi,
    translated: false,
    write({ model }) {
      const { path, fields } = formOfImageCall(model, body)
      return formRequest(path, { accept: "application/json" }, fields)
    },
  }
}

/** A form of texts and, perhaps, files. */
function formRequest(
  path: string,
  headers: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, unknown>>,
  files: readonly NativeFile[] = [],
): UnsignedRequest {
  const boundary = `prosa-${randomUUID()}`
  const part = (name: string) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`
  const texts = Object.entries(fields)
    .map(([name, value]) => `${part(name)}\r\n\r\n${String(value)}\r\n`)
    .join("")
  const end = `--${boundary}--\r\n`
  const parts = files.flatMap(({ field, name, type, bytes }) => [
    Buffer.from(`${part(field)}; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`),
    bytes,
    Buffer.from("\r\n"),
  ])
  return {
    path,
    headers: { ...headers, "content-type": `multipart/form-data; boundary=${boundary}` },
    body: files.length === 0 ? texts + end : Buffer.concat([Buffer.from(texts), ...parts, Buffer.from(end)]),
  }
}

/** A chat in OpenAI's shape, put to a provider that speaks another. */
export function translatedApi(
  adapter: Adapter<unknown>,
  clientApi: ClientApi,
  call: NativeCall,
  { provider, abilities: known }: { readonly provider: string; readonly abilities: ModelAbilities },
): CallApi {
  const asked = readAnswerOptions(call.body)
  const unsupported = adapter.unsupportedOption?.(asked, known)
  return {
    adapter,
    clientApi,
    translated: true,
    refusal: unsupported === undefined ? undefined : cannot(unsupported, call.model),
    write(decided) {
      // The payer's key is added later; only the version and a deployment belong to the API.
      const credentials = {
        ...(decided.version === undefined ? {} : { apiVersion: decided.version }),
        ...(decided.deploymentOf === undefined ? {} : { deployment: decided.model }),
      }
      const abilities = decided.abilities === undefined ? {} : { abilities: decided.abilities }
      const {
        path,
        headers,
        body = "",
      } = adapter.encodeChat({ ...requestOf(call, decided, provider), asked, ...abilities }, credentials)
      return { path, headers: { ...headers }, body }
    },
  }
}

function cannot(field: string, model: string): Failure {
  return { kind: "invalid-request", message: `${field}: ${model} has no such setting at its provider`, param: field }
}

/** The call in the project's own words. */
function requestOf({ body, messages, stream }: NativeCall, decided: Decided, providerName: string): ChatRequest {
  const numbers = ["temperature", "top_p", "presence_penalty", "frequency_penalty"] as const
  const given = Object.fromEntries(
    numbers.flatMap((name) => (typeof body[name] === "number" ? [[name, body[name]]] : [])),
  )
  const words = ["reasoning_effort", "verbosity"] as const
  const chosen = Object.fromEntries(
    words.flatMap((name) => (typeof body[name] === "string" ? [[name, body[name]]] : [])),
  )
  const config: ChatConfig = {
    model: decided.deploymentOf ?? decided.model,
    providerName,
    stream,
    max_tokens: decided.cap,
    ...given,
    ...chosen,
    ...(decided.searchMost === undefined ? {} : { enable_web_search: true, max_web_search_calls: decided.searchMost }),
  }
  const tools = objectsOf(body["tools"]).flatMap(toolOf)
  // Read as texts: `chatFields`.
  const metadata = objectOf(body["metadata"]) as Readonly<Record<string, string>> | undefined
  const user = textOf(body["user"])
  const notes = { ...(metadata && { metadata }), ...(user !== undefined && { user }) }
  return { messages, config, notes, ...(tools.length > 0 && body["tool_choice"] !== "none" ? { tools } : {}) }
}

function toolOf(tool: Readonly<Record<string, unknown>>): ToolDefinition[] {
  const definition = objectOf(tool["function"])
  const name = textOf(definition?.["name"])
  if (!definition || name === undefined) return []
  const description = textOf(definition["description"])
  const { parameters, strict } = definition
  return [
    {
      name,
      ...(description === undefined ? {} : { description }),
      parameters,
      ...(typeof strict === "boolean" ? { strict } : {}),
    },
  ]
}
