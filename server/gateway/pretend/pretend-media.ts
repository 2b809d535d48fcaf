import { objectOf, parseJson, textOf } from "#core/lib/fields.ts"
import { pretendPng } from "./pretend-picture.ts"

/** A picture of the demonstration, as the images API gives one. */
export function pretendPicture(created: number, body: string): object {
  const asked = objectOf(parseJson(body))
  const png = pretendPng(textOf(asked?.["prompt"]) ?? "", textOf(asked?.["size"]) ?? "")
  return { created, data: [{ b64_json: png.toString("base64"), revised_prompt: "simulado" }] }
}

/** A picture that is made of others, asked for by a form. */
export function pretendEdit(created: number, form: string): object {
  const png = pretendPng(fieldIn(form, "prompt"), fieldIn(form, "size"))
  return { created, data: [{ b64_json: png.toString("base64"), revised_prompt: "simulado" }] }
}

/** The same as Stability gives one, asked for by a form. */
export function pretendStablePicture(form: string): object {
  const prompt = fieldIn(form, "prompt")
  const seed = Number(fieldIn(form, "seed") || "1")
  const png = pretendPng(`${prompt} ${seed}`, fieldIn(form, "aspect_ratio"))
  return { image: png.toString("base64"), finish_reason: "SUCCESS", seed }
}

/** A text of a form (multipart/form-data, as the gateway writes it); empty where it has none. */
function fieldIn(form: string, name: string): string {
  const head = `name="${name}"\r\n\r\n`
  const at = form.indexOf(head)
  if (at === -1) return ""
  const end = form.indexOf("\r\n--", at)
  return form.slice(at + head.length, end === -1 ? undefined : end)
}

/** The words of any recording, as the demonstration hears them. */
export const pretendTranscript = { text: "Esta é uma transcrição simulada: a demonstração não ouve o que foi gravado." }

const rate = 8_000
const secondsPerCharacter = 0.06
const longestSeconds = 8
const hertz = 330

/** A soft murmur about as long as the text would take, as a WAV file: 8 kHz, one channel, 8 bits. */
export function pretendSpeech(text: string): Buffer {
  const samples = Math.ceil(Math.min(Math.max(text.length * secondsPerCharacter, 0.3), longestSeconds) * rate)
  const sound = Buffer.alloc(44 + samples)
  sound.write("RIFF", 0)
  sound.writeUInt32LE(36 + samples, 4)
  sound.write("WAVEfmt ", 8)
  sound.writeUInt32LE(16, 16)
  sound.writeUInt16LE(1, 20)
  sound.writeUInt16LE(1, 22)
  sound.writeUInt32LE(rate, 24)
  sound.writeUInt32LE(rate, 28)
  sound.writeUInt16LE(1, 32)
  sound.writeUInt16LE(8, 34)
  sound.write("data", 36)
  sound.writeUInt32LE(samples, 40)
  for (let at = 0; at < samples; at++) {
    const syllable = Math.abs(Math.sin((at / rate) * Math.PI * 4))
    sound[44 + at] = Math.round(128 + 24 * syllable * Math.sin((at / rate) * Math.PI * 2 * hertz))
  }
  return sound
}
