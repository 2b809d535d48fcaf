import { describe, expect, test } from "vitest"
import { readRow } from "../storage/collection.ts"
import { drawingCollection, type Drawing } from "./drawing.ts"
import { askerMark } from "./drawing-asker.ts"
import { afterRequest, askedAgain, givenUp, keyKeptMs, nextStep, sent, type DrawingOutcome } from "./drawing-queue.ts"
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

const me = () => "me"
const running = sent(waiting, 50, "me")
/** The drawing after an outcome of the first time it was sent. */
const after = (outcome: DrawingOutcome, losses = 0) =>
  afterRequest({ before: waiting, drawing: running, losses }, outcome)

describe("the queue", () => {
  test("goes on with what was sent before anything that waits, the oldest first", () => {
    const begun = { ...running, id: "b", createdAt: 9 }
    const later = { ...waiting, id: "c", createdAt: 2 }
    expect(nextStep([later, begun, waiting], 60, me)).toEqual({ do: "send", drawing: begun })
    expect(nextStep([later, waiting], 60, me)).toEqual({ do: "send", drawing: waiting })
    expect(nextStep([{ ...waiting, status: "success" }], 60, me)).toEqual({ do: "rest" })
  })

  test("never sends again what the server may have forgotten", () => {
    expect(nextStep([running], 50 + keyKeptMs, me)).toEqual({ do: "send", drawing: running })
    expect(nextStep([running], 51 + keyKeptMs, me)).toEqual({ do: "give-up", drawing: running })
    expect(givenUp(running)).toMatchObject({ status: "error", failure: { kind: "network" } })
  })

  test("never sends as somebody else what was sent, and what was not, as whoever is there", () => {
    expect(nextStep([running], 60, () => "another")).toEqual({ do: "give-up", drawing: running })
    expect(nextStep([waiting], 60, () => "another")).toEqual({ do: "send", drawing: waiting })
    const { sentAs: _sentAs, ...ofBefore } = running
    expect(nextStep([ofBefore], 60, () => "another")).toEqual({ do: "send", drawing: ofBefore })
  })

  test("keeps key, body and the first time of sending through a lost line, and asks ever more rarely", () => {
    expect(running).toMatchObject({ status: "running", sentAt: 50 })
    expect(after({ kind: "lost" }).drawing).toEqual(running)
    expect(sent(running, 99, "me").sentAt).toBe(50)
    expect([0, 1, 2, 9].map((losses) => after({ kind: "lost" }, losses).pauseMs)).toEqual([
      3_000, 6_000, 12_000, 60_000,
    ])
  })

  test("waits where others are being drawn, and ends where it is refused for good", () => {
    const busy = after({ kind: "failed", failure: { kind: "too-many-requests", retryAfterMs: 8_000 } })
    expect(busy).toEqual({ drawing: waiting, pauseMs: 8_000 })
    expect(after({ kind: "failed", failure: { kind: "already-processing" } }).drawing).toEqual(waiting)
    const failure = { kind: "upstream", status: 400, message: "filtered" } as const
    expect(after({ kind: "failed", failure })).toMatchObject({ drawing: { status: "error", failure }, pauseMs: 0 })
  })

  test("waits for a server that restarts, is out of room or has no database, and not for a provider that is away", () => {
    const away = { kind: "upstream", status: 503, message: "" } as const
    for (const failure of [
      { ...away, retryAfterMs: 5_000 },
      { kind: "refused", reason: "no-room", retryAfterMs: 5_000 } as const,
    ])
      expect(after({ kind: "failed", failure })).toEqual({ drawing: waiting, pauseMs: 5_000 })
    for (const failure of [away, { ...away, retryAfterMs: 86_400_000 }])
      expect(after({ kind: "failed", failure }).drawing.status).toBe("error")
  })

  test("forgets no loss because a later request has to wait", () => {
    const again = { before: running, drawing: sent(running, 90, "me"), losses: 1 }
    expect(afterRequest(again, { kind: "failed", failure: { kind: "too-many-requests" } }).drawing).toEqual(running)
  })

  test("asks again under a new key: what failed in its place, a picture as another one", () => {
    const again = { id: "z", key: "new", now: 70 }
    const failed = givenUp({ ...waiting, sentAt: 3 })
    expect(askedAgain(failed, again)).toEqual({ ...waiting, key: "new" })
    const done = { ...waiting, status: "success", image: "nk-image:i/1x1" } as const
    expect(askedAgain(done, again)).toEqual({ ...waiting, id: "z", createdAt: 70, key: "new" })
  })

  test("asks again under the old key for what was paid and not stored, and no longer than the server keeps it", () => {
    const unstored = after({ kind: "not-stored" }).drawing
    expect(unstored).toMatchObject({ status: "error", key: "k", failure: { kind: "not-stored" } })
    const again = askedAgain(unstored, { id: "z", key: "new", now: 70 })
    expect(again).toEqual({ ...running, status: "waiting" })
    expect(nextStep([again], 70, me)).toEqual({ do: "send", drawing: again })
    expect(nextStep([again], 51 + keyKeptMs, me)).toEqual({ do: "give-up", drawing: again })
    expect(nextStep([again], 70, () => "another")).toEqual({ do: "give-up", drawing: again })
  })
})

describe("a picture that came and could not be read", () => {
  const again = { id: "z", key: "new", now: 70 }
  const unread = after({ kind: "unread" }).drawing
  const before = askedAgain(unread, again)
  const drawing = sent(before, 80, "me")

  test("is asked for once more under its key, and then under a new one", () => {
    expect(before).toMatchObject({ status: "waiting", key: "k", sentAt: 50 })
    const unusable = afterRequest({ before, drawing, losses: 0 }, { kind: "unread" }).drawing
    expect(unusable).toMatchObject({ status: "error", key: "k", failure: { kind: "unusable" } })
    expect(askedAgain(unusable, again)).toEqual({ ...waiting, key: "new" })
  })

  test("is remembered through a lost line, and by what is stored", () => {
    const lost = afterRequest({ before, drawing, losses: 0 }, { kind: "lost" }).drawing
    const value = readRow(drawingCollection, { id: "a", version: 1, value: lost })?.value.value ?? waiting
    expect(afterRequest({ before: value, drawing: value, losses: 1 }, { kind: "unread" }).drawing).toMatchObject({
      failure: { kind: "unusable" },
    })
  })

  test("has no failure any more once it is here", () => {
    const here = afterRequest({ before, drawing, losses: 0 }, { kind: "picture", image: "nk-image:i/1x1" })
    expect(here.drawing).toEqual({ ...running, status: "success", image: "nk-image:i/1x1" })
  })
})

describe("as whom a picture is asked for", () => {
  const code = { Authorization: "Bearer nk-prosa_0123456789abcdefghjkmnpqrs" }

  test("is told by the code, else by the visitor, whatever else goes along", () => {
    const mark = askerMark(code)
    expect(askerMark({ ...code, "X-Visitor": "v", "Accept-Language": "pt-BR", "X-Max-Cost": "1" })).toBe(mark)
    expect(askerMark({ Authorization: "Bearer nk-prosa_0123456789abcdefghjkmnpqrt" })).not.toBe(mark)
    expect(askerMark({ "X-Visitor": "v" })).not.toBe(askerMark({ "X-Visitor": "w" }))
  })

  test("is told by an own key; of one that goes elsewhere, by who stands behind it", () => {
    const own = { Authorization: "Bearer sk-1", "X-Access-Code": "nk-a" }
    expect(askerMark({ ...own, "X-Access-Code": "nk-b" })).toBe(askerMark(own))
    const elsewhere = { ...own, "X-Base-URL": "https://example.org" }
    expect(askerMark({ ...elsewhere, Authorization: "Bearer sk-2" })).toBe(askerMark(elsewhere))
    expect(askerMark({ ...elsewhere, "X-Access-Code": "nk-b" })).not.toBe(askerMark(elsewhere))
  })

  test("holds too little of a secret to guess it by", () => {
    expect(askerMark(code)).toMatch(/^[0-9a-z]{4}$/)
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
    const unstored = { ...running, status: "error", failure: { kind: "not-stored" } }
    const redirected = { asked: "dall-e-3", called: "gpt-image-2" }
    const drawn = after({ kind: "picture", image: "nk-image:i/1x1", redirected }).drawing
    expect(drawn).toMatchObject({ redirected })
    for (const value of [waiting, unstored, drawn])
      expect(readRow(drawingCollection, { id: "a", version: 1, value })?.value.value).toEqual(value)
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
