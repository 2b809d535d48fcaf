import { describe, expect, test } from "vitest"
import { charactersIn } from "../ledger/speech-price.ts"
import { encodeSpeech, isSound, readSpeechCall } from "./speech-request.ts"

describe("the speech payload", () => {
  test("has exactly its five fields", () => {
    const shape = encodeSpeech({ model: "tts-1", input: "Olá", voice: "alloy" }, { apiKey: "sk" })
    expect(shape).toMatchObject({ path: "/v1/audio/speech", headers: { authorization: "Bearer sk" } })
    expect(JSON.parse(shape.body ?? "")).toEqual({
      model: "tts-1",
      input: "Olá",
      voice: "alloy",
      response_format: "mp3",
      speed: 1,
    })
  })

  test.each([
    [0, 0.25],
    [1.5, 1.5],
    [9, 4],
  ])("at a speed of %d says %d", (speed, said) => {
    const { body = "" } = encodeSpeech({ model: "tts-1", input: "x", voice: "nova", format: "opus", speed }, {})
    expect(JSON.parse(body)).toMatchObject({ speed: said, response_format: "opus" })
  })
})

describe("a client's call for speech", () => {
  const call = { model: "tts-1-hd", input: "Olá", voice: "nova", response_format: "flac", speed: 2 }

  test("is read", () => {
    expect(readSpeechCall(call)).toEqual({ ok: true, value: call })
  })

  test.each([
    { input: "x".repeat(4_097) },
    { input: "" },
    { input: " \n\u00A0" },
    { speed: 0.1 },
    { response_format: "ogg" },
    { stream_format: "sse" },
    { voice: { id: "x" } },
  ])("that is none, or has a field of its own, is refused", (field) => {
    expect(readSpeechCall({ ...call, ...field }).ok).toBe(false)
  })
})

test("speech is billed by the character, of which an emoji with its colour is two", () => {
  expect(charactersIn("Olá 👋🏽")).toBe(6)
  expect(charactersIn("")).toBe(0)
})

test.each([
  ["audio/mpeg", true],
  ["AUDIO/MPEG; charset=binary", true],
  ["application/octet-stream", true],
  ["application/json", false],
  ["text/html", false],
  [undefined, false],
])("an answer of type %s is sound: %s", (type, sound) => {
  expect(isSound(type)).toBe(sound)
})
