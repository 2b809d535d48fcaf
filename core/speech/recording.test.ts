import { expect, test } from "vitest"
import { idle, type Recording, recordingAfter, type RecordingEffect, type RecordingEvent } from "./recording.ts"

/** The state at the end of some events, and all that was to be done. */
function after(...events: readonly RecordingEvent[]): readonly [Recording, readonly RecordingEffect[]] {
  let recording: Recording = idle
  const effects: RecordingEffect[] = []
  for (const event of events) {
    const step = recordingAfter(recording, event)
    recording = step.recording
    effects.push(...step.effects)
  }
  return [recording, effects]
}
const held: readonly RecordingEvent[] = [
  { type: "touched", at: 0 },
  { type: "ticked", at: 250 },
  { type: "opened", at: 300 },
]
const pressed: readonly RecordingEvent[] = [
  { type: "pressed", at: 0 },
  { type: "opened", at: 100 },
]

test.each([
  ["a touch that is too short records nothing and says how", [held[0]!, { type: "released", at: 200 }], ["say-hold"]],
  ["what is said is kept when the finger goes", [...held, { type: "released", at: 2_000 }], ["open", "begin", "keep"]],
  ["what is too short is thrown away", [...held, { type: "released", at: 900 }], ["open", "begin", "drop", "say-hold"]],
  [
    "a slide back cancels",
    [...held, { type: "slid", back: 80, up: 0 }, { type: "released", at: 3_000 }],
    ["open", "begin", "drop"],
  ],
  [
    "a slide up locks: the finger may go, and a press ends it",
    [...held, { type: "slid", back: 20, up: 60 }, { type: "released", at: 3_000 }, { type: "pressed", at: 9_000 }],
    ["open", "begin", "say-locked", "keep"],
  ],
  ["a press begins, and the next ends", [...pressed, { type: "pressed", at: 5_000 }], ["open", "begin", "keep"]],
  ["Escape throws it away", [...pressed, { type: "cancelled" }], ["open", "begin", "drop"]],
  ["a call that comes in keeps what was said", [...pressed, { type: "interrupted" }], ["open", "begin", "keep"]],
  ["a refused microphone ends it", [pressed[0]!, { type: "refused" }], ["open"]],
  [
    "held while the browser asks, it begins with the next press",
    [held[0]!, held[1]!, { type: "lost" }, { type: "opened", at: 9_000 }],
    ["open", "drop", "say-hold"],
  ],
  [
    "no longer wanted, a microphone is let go",
    [pressed[0]!, { type: "cancelled" }, { type: "opened", at: 900 }],
    ["open", "drop", "drop"],
  ],
  [
    "it is warned about once, and ends by itself",
    [...pressed, { type: "ticked", at: 270_100 }, { type: "ticked", at: 280_000 }, { type: "ticked", at: 300_100 }],
    ["open", "begin", "say-soon-over", "keep"],
  ],
] as const)("%s", (_, events, effects) => {
  expect(after(...events)).toEqual([idle, effects])
})

test("a finger is followed on its way, and one that was taken away leaves the recording on", () => {
  expect(after(...held, { type: "slid", back: 40, up: -10 })[0]).toMatchObject({ how: "held", slid: 0.5, raised: 0 })
  expect(after(...held, { type: "lost" })[0]).toMatchObject({ phase: "recording", how: "locked" })
  expect(after(...held, { type: "moved" })[0]).toMatchObject({ phase: "recording", how: "locked" })
  // Held while the browser asked, and not let go: it begins all the same, as if it were pressed.
  const begun = after(held[0]!, held[1]!, { type: "moved" }, { type: "opened", at: 9_000 })
  expect(begun[0]).toMatchObject({ phase: "recording", how: "open" })
})
