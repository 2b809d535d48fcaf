import { expect, test } from "vitest"
import { encodeForGateway } from "../providers/openai/encode-for-gateway.ts"
import { pictureAnswerAdapter } from "../providers/openai/images.ts"
import { answersWithPicture } from "../models/played-roles.ts"
import { pictureRequest } from "./picture-answer.ts"

const chat = {
  messages: [
    { role: "system", content: "Você é um assistente." },
    { role: "user", content: "Antes" },
    { role: "assistant", content: "Sim?" },
    { role: "user", content: "Um ipê amarelo" },
  ],
  config: { model: "dall-e-3", providerName: "OpenAI", stream: true, temperature: 0.5 },
} as const

test("a message for a picture is its last words, in the seven fields of the images API", () => {
  const shape = encodeForGateway(pictureRequest(chat, { size: "1792x1024", quality: "hd", style: "none" }))
  expect(shape.path).toBe("/v1/images/generations")
  expect(JSON.parse(shape.body ?? "")).toEqual({
    model: "dall-e-3",
    prompt: "Um ipê amarelo",
    response_format: "b64_json",
    n: 1,
    size: "1792x1024",
    quality: "hd",
    style: "vivid",
  })
})

test("who answers with pictures is known by the name, or by the role", () => {
  const roles = { image: "gpt-image-2.6-flare@OpenAI" }
  const asked = (model: string, providerName = "OpenAI") => answersWithPicture({ model, providerName }, roles)
  expect([
    asked("dall-e-3"),
    asked("gpt-image-2.6-flare"),
    asked("gpt-4o"),
    asked("gpt-image-2.6-flare", "Azure"),
  ]).toEqual([true, true, false, false])
})

test("the answer is a picture, what it counts and what it cost", () => {
  const events = pictureAnswerAdapter.decodeReply({
    data: [{ b64_json: "AAAA" }],
    usage: { input_tokens: 10, output_tokens: 4_000 },
    _meta: { cost: 0.286, runId: "run_1", updatedBalance: 1, newPremiumBalance: 1, newFreeBalance: 0, calls: 0 },
  })
  expect(events).toContainEqual({ type: "image", image: { b64: "AAAA" } })
  expect(events).toContainEqual({ type: "usage", usage: expect.objectContaining({ unit: "picture", output: 1 }) })
  expect(events.map(({ type }) => type)).toContain("finish")
  expect(events.filter(({ type }) => type === "usage")).toHaveLength(1)
})
