import { expect, test } from "vitest"
import type { Message } from "../conversation/message.ts"
import { pendingAnswer } from "../conversation/message.ts"
import { nextStep } from "../imagegen/drawing-queue.ts"
import type { Drawing } from "../imagegen/drawing.ts"
import { defaultAppConfig } from "../settings/app-config.ts"
import { drawingAtRest, messageAtRest, settingsOfFile } from "./under-way.ts"

test("an answer that was arriving was interrupted, and a question that waited for a connection waits no more", () => {
  const arriving: Message = { ...pendingAnswer("a", 8e15, "the-dearest"), idempotencyKey: "x" }
  const { streaming: _streaming, ...rest } = arriving
  expect(messageAtRest(arriving)).toEqual({ ...rest, interrupted: true })
  const failed: Message = { ...rest, failure: { kind: "network" }, isError: true }
  expect(messageAtRest({ ...failed, queued: { at: 1 } })).toEqual(failed)
})

test("what has ended stays as it is stored", () => {
  const ended: Message = { id: "a", date: 1, role: "assistant", content: "Sim.", finish: "stop" }
  expect(messageAtRest(ended)).toBe(ended)
})

test("no drawing is left that the queue would send", () => {
  const drawing = { id: "a", createdAt: 1, status: "waiting", key: "k", sentAt: 1 } as Drawing
  const all = (["waiting", "running", "success", "error"] as const).map((status) =>
    drawingAtRest({ ...drawing, status }),
  )
  expect(nextStep(all, 2, () => "")).toEqual({ do: "rest" })
  expect(all.map(({ status }) => status)).toEqual(["error", "error", "success", "error"])
  // Asked for again, it would be sent as the file has it.
  for (const kind of ["not-stored", "unread"] as const)
    expect(drawingAtRest({ ...drawing, status: "error", failure: { kind } }).failure).toEqual({ kind: "network" })
})

test("a file of another program changes the settings that it names, and raises or removes no ceiling", () => {
  const here = { ...defaultAppConfig, fontSize: 20, messageCeiling: 2, dayCeiling: 5 }
  expect(settingsOfFile({ theme: "dark", sidebarWidth: 400 }, here)).toEqual({ theme: "dark" })
  expect(settingsOfFile({ state: { messageCeiling: 0, dayCeiling: 3 }, version: 4.1 }, here)).toEqual({
    messageCeiling: 2,
    dayCeiling: 3,
  })
})
