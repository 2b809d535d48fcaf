import { describe, expect, test } from "vitest"
import { encodeImageBody } from "./image-request.ts"
import { fitImageBody, fitPicture } from "./fit-image-body.ts"

const asked = encodeImageBody({ model: "dall-e-3", prompt: "Um ipê amarelo", size: "1792x1024", quality: "hd" })

describe("the body of a picture call", () => {
  test("keeps all seven fields for dall-e-3", () => {
    expect(fitImageBody({ ...asked }, "dall-e-3")).toEqual(asked)
  })

  test("has neither response_format nor style for gpt-image, and its words for quality", () => {
    expect(fitImageBody({ ...asked, model: "gpt-image-2.6-flare" }, "gpt-image-2.6-flare")).toEqual({
      model: "gpt-image-2.6-flare",
      prompt: "Um ipê amarelo",
      n: 1,
      size: "1792x1024",
      quality: "high",
    })
  })

  test("tells gpt-image a size and a quality where the caller told none", () => {
    expect(fitImageBody({ prompt: "x" }, "gpt-image-2")).toEqual({ prompt: "x", size: "1024x1024", quality: "medium" })
  })
})

describe("a picture", () => {
  test.each([
    ["gpt-image-1", "1792x1024", "1536x1024"],
    ["gpt-image-1.5", "1024x1792", "1024x1536"],
    ["gpt-image-1-mini", "1024x1024", "1024x1024"],
    ["gpt-image-1.5", "auto", "auto"],
    ["gpt-image-2", "1792x1024", "1792x1024"],
    ["gpt-image-2.6-flare", "1024x1792", "1024x1792"],
    ["dall-e-3", "1792x1024", "1792x1024"],
  ])("of %s asked for in %s is made in %s", (model, size, made) => {
    expect(fitPicture({ size }, model).size).toBe(made)
  })

  test.each([
    ["standard", "medium"],
    ["hd", "high"],
    ["low", "low"],
    ["auto", "auto"],
  ])("of quality %s is of quality %s at gpt-image", (quality, made) => {
    expect(fitPicture({ quality }, "gpt-image-1.5").quality).toBe(made)
    expect(fitPicture({ quality }, "dall-e-3").quality).toBe(quality)
  })
})
