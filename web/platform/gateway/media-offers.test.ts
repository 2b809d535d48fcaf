import { expect, test } from "vitest"
import { mediaOffers, priceOfPicture } from "./media-offers.ts"

test("what is offered is read entry by entry, and a damaged one costs itself only", () => {
  const media = {
    images: [
      {
        provider: "OpenAI",
        model: "dall-e-3",
        calledAs: "gpt-image-2",
        prices: { "1024x1024 standard": 0.286, x: "?" },
      },
      { provider: "Stability", model: "stable-image-core", displayName: "Core", prices: { any: 0.2145 } },
      { provider: "OpenAI", model: "gpt-image-9", enableWith: "npm run admin -- prices set …" },
      { provider: "OpenAI" },
      7,
    ],
    speech: [{ provider: "OpenAI", model: "tts-1", perMillion: 107.25 }],
    edge: "yes",
    transcription: [{ provider: "OpenAI", model: "gpt-transcribe", perMinute: -1 }],
  }
  const { images, speech, edge, transcription } = mediaOffers({ media })
  expect(images.map(({ model, displayName }) => [model, displayName])).toEqual([
    ["dall-e-3", "dall-e-3"],
    ["stable-image-core", "Core"],
    ["gpt-image-9", "gpt-image-9"],
  ])
  const [dalle, core, unpriced] = images
  expect(dalle && [priceOfPicture(dalle, "1024x1024", "standard"), priceOfPicture(dalle, "x", "y")]).toEqual([
    286_000,
    undefined,
  ])
  expect(core && priceOfPicture(core, "16:9", "")).toBe(214_500)
  expect(unpriced && priceOfPicture(unpriced, "constructor", "")).toBeUndefined()
  expect(speech).toEqual([{ provider: "OpenAI", model: "tts-1", displayName: "tts-1", perMillion: 107_250_000 }])
  expect(edge).toBe(false)
  expect(transcription[0]).not.toHaveProperty("perMinute")
})

test("a server that tells nothing of it offers nothing", () => {
  expect(mediaOffers({})).toEqual({ images: [], speech: [], edge: false, transcription: [] })
})
