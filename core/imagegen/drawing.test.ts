import { describe, expect, test } from "vitest"
import { readRow } from "../storage/collection.ts"
import { drawingCollection, type Drawing } from "./drawing.ts"
import { afterRequest, askedAgain, givenUp, keyKeptMs, nextStep, sent } from "./drawing-queue.ts"
import { bodyOf, pathOfDrawing, pricedAs } from "./drawing-request.ts"

const waiting: Drawing = {
  id: "a",
  createdAt: 1,
  provider: "stability",
  model: "stable-image-core",
  params: { prompt: "um ipê", aspectRatio: "16:9", style: "anime" },
  body: [["prompt", "um ipê"]],
  key: "k",
  status: "waiting",
}

describe("the queue", () => {
  test("goes on with what was sent before anything that waits, the oldest first", () => {
    const running = { ...waiting, id: "b", createdAt: 9, status: "running", sentAt: 9 } as const
    const later = { ...waiting, id: "c", createdAt: 2 }
    expect(nextStep([later, running, waiting], 10)).toEqual({ do: "send", drawing: running })
    expect(nextStep([later, waiting], 10)).toEqual({ do: "send", drawing: waiting })
    expect(nextStep([{ ...waiting, status: "success" }], 10)).toEqual({ do: "rest" })
  })

  test("never sends again what the server may have forgotten", () => {
    const old = { ...waiting, status: "running", sentAt: 5 } as const
    expect(nextStep([old], 5 + keyKeptMs)).toEqual({ do: "send", drawing: old })
    expect(nextStep([old], 6 + keyKeptMs)).toEqual({ do: "give-up", drawing: old })
    expect(givenUp(old)).toMatchObject({ status: "error", failure: { kind: "network" } })
  })

  test("keeps key, body and the first time of sending through a lost line", () => {
    const running = sent(waiting, 50)
    expect(running).toMatchObject({ status: "running", sentAt: 50 })
    const lost = afterRequest(running, { kind: "lost" })
    expect(lost.drawing).toEqual(running)
    expect(lost.pauseMs).toBeGreaterThan(0)
    expect(sent(lost.drawing, 99).sentAt).toBe(50)
  })

  test("waits where others are being drawn, and ends where it is refused for good", () => {
    const running = sent(waiting, 50)
    const busy = afterRequest(running, { kind: "failed", failure: { kind: "too-many-requests", retryAfterMs: 8_000 } })
    expect(busy).toMatchObject({ drawing: { status: "waiting" }, pauseMs: 8_000 })
    expect(afterRequest(running, { kind: "failed", failure: { kind: "already-processing" } }).drawing.status).toBe(
      "waiting",
    )
    const failure = { kind: "upstream", status: 400, message: "filtered" } as const
    expect(afterRequest(running, { kind: "failed", failure })).toMatchObject({
      drawing: { status: "error", failure },
      pauseMs: 0,
    })
  })

  test("asks again under a new key: what failed in its place, a picture as another one", () => {
    const again = { id: "z", key: "new", now: 70 }
    const failed = givenUp({ ...waiting, sentAt: 3 })
    expect(askedAgain(failed, again)).toEqual({ ...waiting, key: "new" })
    const done = { ...waiting, status: "success", image: "nk-image:i/1x1" } as const
    expect(askedAgain(done, again)).toEqual({ ...waiting, id: "z", createdAt: 70, key: "new" })
  })
})

describe("what is sent", () => {
  test("is Stability's form, or the seven fields of the images API", () => {
    const { provider, model, params } = waiting
    expect(bodyOf({ provider, model, version: undefined, params })).toEqual([
      ["prompt", "um ipê"],
      ["aspect_ratio", "16:9"],
      ["style_preset", "anime"],
    ])
    expect(pathOfDrawing(waiting)).toBe("/api/stability/v2beta/stable-image/generate/core")
    const sd3 = { ...waiting, model: "sd3", version: "sd3.5-medium" }
    expect(Object.fromEntries(bodyOf(sd3))).toMatchObject({ model: "sd3.5-medium" })
    expect([pathOfDrawing(sd3), pricedAs(sd3)]).toEqual([
      "/api/stability/v2beta/stable-image/generate/sd3",
      "sd3.5-medium",
    ])
    const dalle = { ...waiting, provider: "openai", model: "dall-e-3" } as const
    expect(Object.fromEntries(bodyOf({ ...dalle, params: { prompt: "x" } }))).toEqual({
      model: "dall-e-3",
      prompt: "x",
      response_format: "b64_json",
      n: 1,
      size: "1024x1024",
      quality: "standard",
      style: "vivid",
    })
    expect(pathOfDrawing(dalle)).toBe("/api/openai/v1/images/generations")
  })
})

describe("a stored drawing", () => {
  test("is read as it was written", () => {
    expect(readRow(drawingCollection, { id: "a", version: 1, value: waiting })?.value.value).toEqual(waiting)
    expect(drawingCollection.read({ ...waiting, params: { prompt: 7 } })?.isWhole ?? false).toBe(false)
  })

  test("of NextChat is one of ours: what was still being made there has ended", () => {
    const theirs = {
      id: "x1",
      model: "sd3",
      model_name: "Stable Diffusion 3",
      status: "wait",
      params: { prompt: "um barco", model: "sd3-large", aspect_ratio: "1:1", seed: 0, output_format: "png" },
      created_at: "2026-01-02T03:04:05.000Z",
      img_data: "",
    }
    expect(drawingCollection.read(theirs)?.value).toMatchObject({
      id: "x1",
      provider: "stability",
      model: "sd3",
      version: "sd3-large",
      status: "error",
      createdAt: Date.parse("2026-01-02T03:04:05.000Z"),
      params: { prompt: "um barco", aspectRatio: "1:1", outputFormat: "png" },
    })
    const done = { ...theirs, model: "core", status: "success", img_data: "/api/cache/a.png" }
    expect(drawingCollection.read(done)?.value).toMatchObject({
      model: "stable-image-core",
      status: "success",
      image: "/api/cache/a.png",
    })
    expect(drawingCollection.read({ id: "x1" })).toBeUndefined()
  })
})
