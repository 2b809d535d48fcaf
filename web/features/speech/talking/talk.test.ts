import { expect, test } from "vitest"
import { idle, type Recording } from "#core/speech/recording.ts"
import { showTranscribing } from "./talk.ts"
import { talking } from "./talking.ts"

const live: Recording = { phase: "recording", how: "open", since: 0, isWarned: false, slid: 0, raised: 0 }

test("a recording under way stays in sight while the words of another are asked for again", () => {
  talking.set({ sessionId: "here", recording: live, isTranscribing: false, now: 0 })
  showTranscribing("here", true)
  showTranscribing("elsewhere", true)
  showTranscribing("here", false)
  expect(talking.get()).toMatchObject({ sessionId: "here", recording: live })
})

test("words that came for one conversation leave those that another waits for", () => {
  talking.set({ sessionId: "", recording: idle, isTranscribing: false, now: 0 })
  showTranscribing("here", true)
  showTranscribing("elsewhere", false)
  expect(talking.get()).toMatchObject({ sessionId: "here", isTranscribing: true })
  showTranscribing("here", false)
  expect(talking.get().isTranscribing).toBe(false)
})
