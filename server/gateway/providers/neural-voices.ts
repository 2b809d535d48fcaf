import { objectOf, parseJson, textOf } from "#core/lib/fields.ts"
import { isNeuralVoice, ssmlOf } from "#core/speech/ssml.ts"
import type { Upstream, UpstreamReply } from "../../outbound/upstream.ts"

/** The sound that is asked for, by its name in the speech call. */
const soundNames: Readonly<Record<string, string>> = {
  mp3: "audio-24khz-48kbitrate-mono-mp3",
  opus: "ogg-24khz-16bit-mono-opus",
  wav: "riff-24khz-16bit-mono-pcm",
  pcm: "raw-24khz-16bit-mono-pcm",
}

/** Azure's own path below its address. */
const path = "/cognitiveservices/v1"

/** Azure's neural voices, behind the body of OpenAI's speech call: what a client says is put into SSML, and its key goes along. */
export function neuralVoices(azure: Upstream): Upstream {
  return async ({ headers, body }, options) => {
    const call = objectOf(parseJson(typeof body === "string" ? body : "")) ?? {}
    const voice = textOf(call["voice"]) ?? ""
    const { speed } = call
    const sound = soundNames[textOf(call["response_format"]) ?? "mp3"]
    if (!isNeuralVoice(voice)) return refusal("voice: must be a neural voice such as pt-BR-FranciscaNeural", "voice")
    if (sound === undefined) return refusal("response_format: must be mp3, opus, wav or pcm", "response_format")
    const { "ocp-apim-subscription-key": key = "" } = headers
    return azure(
      {
        path,
        headers: {
          "ocp-apim-subscription-key": key,
          "content-type": "application/ssml+xml",
          "x-microsoft-outputformat": sound,
          "user-agent": "prosa",
        },
        body: ssmlOf({
          input: textOf(call["input"]) ?? "",
          voice,
          speed: typeof speed === "number" ? speed : undefined,
        }),
      },
      options,
    )
  }
}

function refusal(message: string, param: string): UpstreamReply {
  const error = { message, type: "invalid_request_error", param, code: null }
  async function* body() {
    yield Buffer.from(JSON.stringify({ error }))
  }
  return { status: 400, headers: { "content-type": "application/json" }, body: body() }
}
