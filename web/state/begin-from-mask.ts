import { builtinMasksIn } from "#core/masks/builtin-masks.ts"
import { suggestMasks, type ListedMask } from "#core/masks/find-masks.ts"
import type { Mask } from "#core/masks/mask.ts"
import { isOutdated, startFromMask, withMask } from "#core/masks/start-from-mask.ts"
import { providerNameOf, type ListedModel } from "#core/models/model-list.ts"
import { modelInRole } from "#core/models/played-roles.ts"
import type { SessionMask } from "#core/conversation/session.ts"
import { chapterTexts, loadChapters } from "../platform/language/texts.ts"
import { currentLocale } from "../platform/language/language.ts"
import { askToConfirm } from "../ui/confirm.tsx"
import { showToast } from "../ui/toast.tsx"
import { ownCall, selectIsPremium, useAccess } from "./access-store.ts"
import { focusComposer } from "./composer-focus.ts"
import { useConfig } from "./config-store.ts"
import { createSession } from "./conversation-list.ts"
import { conversationStore, dispatch } from "./conversation-store.ts"
import { sessionModel } from "./fresh-session.ts"
import { maskById, refreshMasks, useMasks } from "./mask-store.ts"
import { displayNameOf } from "./model-facts.ts"
import { currentModelList } from "./model-list.ts"
import { mostSuggested } from "./suggested-masks.ts"

/** How long the notice of a model that is not offered stays, in ms: long enough to be read. */
const noticeMs = 8_000

/** When each mask was last used, by its id: as the conversations say it. */
export function maskUses(): ReadonlyMap<string, number> {
  const used = new Map<string, number>()
  for (const { mask, lastUpdate, messageCount } of Object.values(conversationStore.getState().sessions)) {
    if (mask.name === "" || messageCount === 0) continue
    used.set(mask.id, Math.max(used.get(mask.id) ?? 0, lastUpdate))
  }
  return used
}

/** The masks to suggest to somebody who has used some, or has some of their own. */
export async function suggestions(): Promise<readonly ListedMask[]> {
  await refreshMasks()
  const { own, builtin } = useMasks.getState()
  const listed = useConfig.getState().hideBuiltinMasks ? [] : builtinMasksIn(builtin, currentLocale())
  return suggestMasks([...own, ...listed], maskUses(), mostSuggested)
}

/** What came of beginning with a mask's id: nobody knows whether there is one while the built-in ones are not here. */
export type BegunFromId = "begun" | "unknown" | "not-loaded"

/** Begins a conversation from a mask that is known by its id. */
export async function beginFromId(id: string): Promise<BegunFromId> {
  await refreshMasks()
  const mask = maskById(useMasks.getState(), id)
  if (mask === undefined) return useMasks.getState().lacksBuiltin ? "not-loaded" : "unknown"
  await beginFromMask(mask)
  return "begun"
}

/** The same for a mask that the page itself offers: that it is gone, or did not come, is said. */
export async function beginFromOffered(id: string): Promise<void> {
  const came = await beginFromId(id)
  if (came === "begun") return
  await loadChapters("masks")
  const t = chapterTexts("masks")
  showToast({ text: came === "unknown" ? t.notFound : t.builtinMissing })
}

/** Begins a conversation from a mask: in the open one, where nothing was said in it, else in a new one. Returns its id. */
export async function beginFromMask(mask: Mask): Promise<string> {
  const { mask: begun, missing } = started(mask)
  const sessionId = createSession()
  dispatch({ type: "mask-changed", sessionId, mask: whole(begun) })
  focusComposer()
  if (missing !== undefined) await sayMissing(missing, begun.modelConfig.model)
  return sessionId
}

/** Gives a conversation the messages of another mask, from now on. */
export function changeMask(sessionId: string, mask: Mask): void {
  const session = conversationStore.getState().sessions[sessionId]
  if (session === undefined) return
  dispatch({ type: "mask-changed", sessionId, mask: whole(withMask(session.mask, mask)) })
}

/** Takes the role away from a conversation; what the user pinned stays. */
export function leaveMask(sessionId: string): void {
  const session = conversationStore.getState().sessions[sessionId]
  if (session === undefined) return
  const context = session.mask.context.filter(({ date }) => date !== 0)
  dispatch({
    type: "mask-changed",
    sessionId,
    mask: { id: sessionId, avatar: "gpt-bot", name: "", context, hideContext: false, builtin: false, plugin: [] },
  })
}

/** Takes over what was changed in the mask that a conversation began from, its settings too. */
export async function updateFromMask(sessionId: string, mask: Mask): Promise<void> {
  const session = conversationStore.getState().sessions[sessionId]
  if (session === undefined) return
  const { mask: begun, missing } = started(mask)
  const { model, providerName } = session.mask.modelConfig
  // A mask that wants no model leaves the conversation the one that was chosen in it.
  const keeps = mask.syncGlobalConfig || mask.modelConfig.model === undefined
  const modelConfig = { ...begun.modelConfig, ...(keeps ? { model, providerName } : {}) }
  dispatch({
    type: "mask-changed",
    sessionId,
    mask: whole({ ...withMask(session.mask, mask), syncGlobalConfig: begun.syncGlobalConfig, modelConfig }),
  })
  if (missing !== undefined) await sayMissing(missing, modelConfig.model)
}

/** The mask of a conversation as it is by now, where it was changed since the conversation took it over. */
export function newerMask({ mask }: { readonly mask: SessionMask }, own: readonly Mask[]): Mask | undefined {
  const source = own.find(({ id }) => id === mask.id)
  return source !== undefined && isOutdated(mask, source) ? source : undefined
}

/** The provider and the model under these names that would answer this user. */
export function findOffered(model: string, providerName: string | undefined) {
  const access = useAccess.getState()
  const free = modelInRole(access.config.roles, "free").model
  // On the free tier one model answers, whatever a conversation asks for, unless an own key pays.
  const answers = (one: ListedModel) =>
    one.available && (one.name === free || selectIsPremium(access) || ownCall(providerNameOf(one)) !== undefined)
  const offered = currentModelList().filter((one) => one.name === model && answers(one))
  const found =
    offered.find((one) => providerNameOf(one) === providerName) ?? (providerName === undefined ? offered[0] : undefined)
  return found && { model: found.name, providerName: providerNameOf(found) }
}

function started(mask: Mask) {
  return startFromMask(mask, { globalConfig: useConfig.getState().modelConfig, own: sessionModel(), find: findOffered })
}

/** All fields of a mask: one that it lacks would stay as it was in the mask before. No plugins are no choice of plugins. */
function whole(mask: SessionMask): SessionMask {
  return { ...mask, hideContext: mask.hideContext ?? false, plugin: mask.plugin ?? [] }
}

async function sayMissing(missing: string, instead: string): Promise<void> {
  await loadChapters("masks")
  showToast({
    text: chapterTexts("masks").modelMissing(displayNameOf(missing), displayNameOf(instead)),
    durationMs: noticeMs,
  })
}

/** Asks whether masks shall no longer be offered at the beginning of a conversation; the settings bring them back. */
export async function hideMaskSplash(): Promise<boolean> {
  await loadChapters("masks")
  const t = chapterTexts("masks")
  if (!(await askToConfirm({ text: t.splashConfirm, confirm: t.splashOff }))) return false
  useConfig.getState().change({ dontShowMaskSplashScreen: true })
  return true
}
