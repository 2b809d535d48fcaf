import "fake-indexeddb/auto"
import { expect, test, vi } from "vitest"
import { newSession } from "#core/conversation/session.ts"
import { defaultModelConfig } from "#core/settings/model-config.ts"
import { tabStorage } from "../../../../testing/tab-storage.ts"
import { openDatabase } from "../../../platform/storage/database.ts"

// What a page has around it, as far as the store looks at it when it starts.
vi.hoisted(() => {
  const page = new EventTarget()
  vi.stubGlobal("window", globalThis)
  vi.stubGlobal("location", new URL("http://prosa.test/"))
  vi.stubGlobal("document", page)
  vi.stubGlobal("HTMLTextAreaElement", EventTarget)
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page))
})
vi.stubGlobal("sessionStorage", tabStorage())
vi.stubGlobal("localStorage", tabStorage())

const { conversationStore } = await import("../../../state/conversation-store.ts")
const { presentId } = await import("../../../state/given-way.ts")
const { startConversations } = await import("../../../state/start-conversations.ts")
const { addToDraft, loadDraft } = await import("../../../state/drafts.ts")
const { placeOf } = await import("./place-of.ts")
const { talking } = await import("./talking.ts")
await import("./microphone-button.tsx")

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
