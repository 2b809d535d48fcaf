import { expect, test } from "vitest"
import type { DrawingFailure } from "../imagegen/drawing.ts"
import { drawingFailureText } from "./drawing-failure-text.ts"
import { pt as errors } from "./locales/pt/errors.ts"
import { pt as images } from "./locales/pt/images.ts"

const said = (failure: DrawingFailure) => drawingFailureText(failure, { images, errors })

test("a picture that failed says that nothing was charged only where that is certain", () => {
  const free = "Nada foi cobrado."
  expect(said({ kind: "upstream", status: 400, message: "filtered" })).toContain(free)
  expect(said({ kind: "upstream-timeout" })).toContain(free)
  for (const failure of [
    { kind: "refused", reason: "run-broken" },
    { kind: "server-restarted" },
    { kind: "http", status: 403, message: "Forbidden" },
    { kind: "network" },
    { kind: "not-stored" },
    { kind: "unread" },
    { kind: "unusable" },
  ] as const)
    expect(said(failure)).not.toContain(free)
})
