import "../../../../testing/page-around.ts"
import { afterEach, expect, test, vi } from "vitest"
import { idle, type Recording } from "#core/speech/recording.ts"
import { createSession, createTemporarySession } from "../../../state/conversation-list.ts"
import { provideDatabase } from "../../../platform/storage/database.ts"
import { forgetRecording, storeRecording } from "../../../platform/storage/recording-outbox.ts"
import { isOnlyHere } from "../../../state/only-here.ts"
import { storageStore } from "../../../state/storage-state.ts"
import { talking } from "./talking.ts"
import "./microphone-button.tsx"

const live: Recording = { phase: "recording", how: "open", since: 0, isWarned: false, slid: 0, raised: 0 }
const nothing = { sessionId: "", recording: idle, isTranscribing: false, now: 0 }

// It is no matter of the page that nothing can be stored here.
storageStore.setState({ state: "ready" })
afterEach(() => {
  talking.set(nothing)
  vi.unstubAllGlobals()
})

test("what is said into a temporary conversation is in this page alone, until its words are there", () => {
  const sessionId = createTemporarySession()
  expect(isOnlyHere()).toBe(false)
  talking.set({ ...nothing, sessionId, recording: live })
  expect(isOnlyHere()).toBe(true)
  talking.set({ ...nothing, sessionId, isTranscribing: true })
  expect(isOnlyHere()).toBe(true)
  talking.set({ ...nothing, sessionId })
  expect(isOnlyHere()).toBe(false)
})

test("a recording for which there is no room is in this page alone until it is written down or let go", async () => {
  provideDatabase(undefined)
  const recording = { id: "one", sessionId: createSession(), at: 1, isRefused: false, type: "audio/webm", slices: [] }
  await storeRecording(recording)
  expect(isOnlyHere()).toBe(true)
  await forgetRecording("one")
  expect(isOnlyHere()).toBe(false)
})

test("a recording of a stored conversation is stored as it grows; what the browser writes down is not", () => {
  const sessionId = createSession()
  talking.set({ ...nothing, sessionId, recording: live })
  expect(isOnlyHere()).toBe(false)
  vi.stubGlobal("webkitSpeechRecognition", class {})
  expect(isOnlyHere()).toBe(true)
})
