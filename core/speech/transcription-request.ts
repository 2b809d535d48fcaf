import type { Failure } from "../gateway/failure.ts"
import { err, ok, type Result } from "../lib/result.ts"
import { type RecordingType, recordingType } from "./recording-file.ts"

/** A file of a form. */
export interface FormFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** A field of a form: a text, or a file. */
export type FormField = readonly [name: string, value: string | FormFile]

/** A recording to be written down. */
export interface TranscriptionCall {
  readonly model: string
  readonly language?: string
  readonly file: FormFile
  readonly type: RecordingType
}

export const transcriptionPath = "/v1/audio/transcriptions"

/** The longest recording, in bytes. */
export const longestRecording = 4 * 1024 * 1024

/** The most seconds that one call is charged for. */
export const mostSeconds = 300

/** No recording has fewer bytes a second: what a file of that size may last at the most is held. */
const fewestBytesPerSecond = 500

/** The seconds that are held for a recording: what it cannot be longer than. */
export function secondsHeld(bytes: number): number {
  return Math.min(mostSeconds, Math.max(1, Math.ceil(bytes / fewestBytesPerSecond)))
}

/** Reads such a call: one file that begins as sound does, and no field that is not listed. */
export function readTranscriptionCall(fields: readonly FormField[]): Result<TranscriptionCall, Failure> {
  const texts = new Map<string, string>()
  let file: FormFile | undefined
  for (const [name, value] of fields) {
    if (typeof value !== "string") {
      if (name !== "file") return unknownField(name)
      if (file !== undefined) return wrong("file", "must be one")
      file = value
    } else if (!(name in longestTexts)) return unknownField(name)
    else if (texts.has(name)) return wrong(name, "must be one")
    else texts.set(name, value)
  }
  for (const [name, value] of texts)
    if (value === "" || value.length > (longestTexts[name] ?? 0)) return wrong(name, "is empty or too long")
  const model = texts.get("model")
  const language = texts.get("language")
  if (model === undefined) return wrong("model", "must be a text")
  if (language !== undefined && !/^[a-z]{2,3}(-[A-Za-z]{2,8})?$/.test(language))
    return wrong("language", "must be a language such as pt")
  if ((texts.get("response_format") ?? "json") !== "json") return wrong("response_format", 'must be "json"')
  if (file === undefined) return wrong("file", "must be a file")
  if (file.bytes.length > longestRecording) return err({ kind: "refused", reason: "body-too-large" })
  const type = recordingType(file.bytes)
  if (type === undefined) return wrong("file", "must be sound: webm, mp4, ogg, wav or mp3")
  return ok({ model, file, type, ...(language !== undefined && { language }) })
}

const longestTexts: Readonly<Record<string, number>> = { model: 128, language: 16, response_format: 16 }

function wrong(param: string, what: string): Result<never, Failure> {
  return err({ kind: "invalid-request", message: `${param}: ${what}`, param })
}

function unknownField(name: string): Result<never, Failure> {
  return err({ kind: "refused", reason: "unknown-field", param: name.slice(0, 64) })
}
