import type { Failure } from "../gateway/failure.ts"
import type { Result } from "../lib/result.ts"
import type { Credentials, HttpShape } from "../providers/adapter.ts"
import {
  BodyError,
  number,
  object,
  oneOf,
  optional,
  type Read,
  type Reader,
  readBody,
  text,
} from "../providers/call-body.ts"
import { bearer } from "../providers/http-shape.ts"

/** A text to be read aloud. */
export interface SpeechRequest {
  readonly model: string
  readonly input: string
  readonly voice: string
  readonly format?: SpeechFormat
  /** 1 is the voice's own; from 0.25 to 4. */
  readonly speed?: number
}

export const speechFormats = ["mp3", "opus", "aac", "flac", "wav", "pcm"] as const
export type SpeechFormat = (typeof speechFormats)[number]

export const speechPath = "/v1/audio/speech"

/** Longest text read in one call, in characters. */
export const longestSpeech = 4_096

export const slowestSpeech = 0.25
export const fastestSpeech = 4

/** The body of the page's speech call: always all five fields. */
export interface SpeechBody {
  readonly model: string
  readonly input: string
  readonly voice: string
  readonly response_format: SpeechFormat
  readonly speed: number
}

export function encodeSpeech(request: SpeechRequest, { apiKey }: Credentials): HttpShape {
  return {
    method: "POST",
    path: speechPath,
    headers: { "content-type": "application/json", accept: "audio/*, application/json", ...bearer(apiKey) },
    body: JSON.stringify(encodeSpeechBody(request)),
  }
}

export function encodeSpeechBody({ model, input, voice, format, speed = 1 }: SpeechRequest): SpeechBody {
  return {
    model,
    input,
    voice,
    response_format: format ?? "mp3",
    speed: Math.min(Math.max(speed, slowestSpeech), fastestSpeech),
  }
}

/** Words: blanks alone would be paid by the character, and nothing would be heard. */
const spokenWords: Reader<string> = (value, path) => {
  const read = text({ least: 1, most: longestSpeech })(value, path)
  return typeof read === "string" && read.trim() === "" ? new BodyError(path, "must not be empty") : read
}

const speechBody = object(
  {
    model: text({ least: 1, most: 128 }),
    input: spokenWords,
    voice: text({ least: 1, most: 64 }),
    response_format: optional(oneOf(...speechFormats)),
    speed: optional(number(slowestSpeech, fastestSpeech)),
    instructions: optional(text({ most: longestSpeech })),
  },
  "refuse",
)
/** A call for speech as a client of the speech API makes it. */
export type SpeechCall = Read<typeof speechBody>

/** Reads such a call. A stream of events (`stream_format`) is not on the list. */
export function readSpeechCall(json: unknown): Result<SpeechCall, Failure> {
  return readBody(json, speechBody)
}

/** Whether a reply is audio; errors come as JSON and must not be played. */
export function isSound(contentType: string | undefined): boolean {
  const type = (contentType ?? "").split(";")[0]?.trim().toLowerCase() ?? ""
  return type.startsWith("audio/") || type === "application/octet-stream"
}
