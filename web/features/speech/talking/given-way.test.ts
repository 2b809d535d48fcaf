import "fake-indexeddb/auto"
import "../../../../testing/page-around.ts"
import { expect, test, vi } from "vitest"
import { newSession } from "#core/conversation/session.ts"
import { defaultModelConfig } from "#core/settings/model-config.ts"
import { openDatabase } from "../../../platform/storage/database.ts"
import { conversationStore } from "../../../state/conversation-store.ts"
import { presentId } from "../../../state/given-way.ts"
import { startConversations } from "../../../state/start-conversations.ts"
import { addToDraft, loadDraft } from "../../../state/drafts.ts"
import { placeOf } from "./place-of.ts"
import { talking } from "./talking.ts"
import "./microphone-button.tsx"

vi.stubGlobal("HTMLTextAreaElement", EventTarget)

test("what is said into the conversation that is shown while the storage opens comes into the one that is opened", async () => {
  const before = await openDatabase(() => {})
  const value = newSession({ id: "stored", now: 1, modelConfig: defaultModelConfig, lang: "pt" })
  await before.put("sessions", { id: "stored", version: 1, value: { ...value, topic: "Feira", messageCount: 1 } })
  before.close()
  const shown = conversationStore.getState().currentId
  expect(presentId(shown)).toBe(shown)
  const adding = addToDraft(shown, "Comprar pão.")
  const recording = { phase: "recording", how: "held", since: 1, isWarned: false, slid: 0, raised: 0 } as const
  talking.set({ sessionId: shown, recording, isTranscribing: false, now: 1 })
  await startConversations()
  expect(conversationStore.getState().currentId).toBe("stored")
  expect([presentId(shown), await placeOf(shown)]).toEqual(["stored", "here"])
  // The button that the finger holds is not on the screen any more.
  expect(talking.get()).toMatchObject({ sessionId: "stored", recording: { ...recording, how: "locked" } })
  talking.set({ ...talking.get(), recording: { phase: "idle" } })
  expect(await adding).toBe(false)
  expect(await loadDraft("stored")).toBe("Comprar pão.")
})
