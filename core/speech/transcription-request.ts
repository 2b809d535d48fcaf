import type { Failure } from "../gateway/failure.ts"
import { err, ok, type Result } from "../lib/result.ts"
import { type FormField, type FormFile, sortForm, wrongField } from "../providers/form-body.ts"
import { type RecordingType, recordingType, secondsOf } from "./recording-file.ts"

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

/** Pages end a recording by a clock, which may be a little late. */
const mostSecondsLate = 5

/** No recording has fewer bytes a second: what a file of that size may last at the most is held. */
const fewestBytesPerSecond = 500

/** The seconds that are held for a recording: what it cannot be longer than. */
export function secondsHeld(bytes: number): number {
  return Math.min(mostSeconds, Math.max(1, Math.ceil(bytes / fewestBytesPerSecond)))
}

/** Speech as browsers record it for listening, 24 kbit/s: for a file that does not tell how long it is. */
const usualBytesPerSecond = 3_000

/**
 * The seconds that a recording probably has, a whole number and no more than is held for it: by the timestamps in its file, else by
 * its size.
 */
export function secondsLikely(bytes: Uint8Array): number {
  const seconds = secondsOf(bytes) ?? bytes.length / usualBytesPerSecond
  return Math.min(secondsHeld(bytes.length), Math.max(1, Math.ceil(seconds)))
}

/** Reads such a call: one file that begins as sound does, and no field that is not listed. */
export function readTranscriptionCall(fields: readonly FormField[]): Result<TranscriptionCall, Failure> {
  const form = sortForm(fields, formBounds)
  if (!form.ok) return form
  const { model, language, response_format: format = "json" } = form.value.texts
  const [file] = form.value.files["file"] ?? []
  if (model === undefined) return wrongField("model", "must be a text")
  if (language !== undefined && !/^[a-z]{2,3}(-[A-Za-z]{2,8})?$/.test(language))
    return wrongField("language", "must be a language such as pt")
  if (format !== "json") return wrongField("response_format", 'must be "json"')
  if (file === undefined) return wrongField("file", "must be a file")
  if (file.bytes.length > longestRecording) return err({ kind: "refused", reason: "body-too-large" })
  const type = recordingType(file.bytes)
  if (type === undefined) return wrongField("file", "must be sound: webm, mp4, ogg, wav or mp3")
  // More than that is charged to nobody: what its provider bills for it would be the operator's loss.
  if ((secondsOf(file.bytes) ?? 0) > mostSeconds + mostSecondsLate)
    return wrongField("file", `must be at most ${mostSeconds / 60} minutes long`)
  return ok({ model, file, type, ...(language !== undefined && { language }) })
}

const formBounds = { texts: { model: 128, language: 16, response_format: 16 }, files: { file: 1 } }
