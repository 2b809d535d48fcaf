import { askToInstall, installWay } from "../../platform/browser/install-way.ts"
import { keepForOffline } from "../../platform/browser/service-worker-client.ts"
import { chapterTexts, loadChapters } from "../../platform/language/texts.ts"
import { readLocal, writeLocal } from "../../platform/storage/local-storage.ts"
import { conversationStore } from "../../state/conversation-store.ts"
import { installation } from "../../state/installation.ts"
import { isOnlyHere } from "../../state/only-here.ts"
import { askToConfirm } from "../../ui/confirm.tsx"
import { showToast } from "../../ui/toast.tsx"
import { countUnseen } from "./badge.ts"
import { buildKind } from "../../platform/browser/build-kind.ts"

/** How long an offer stays that nobody has asked for, in ms. */
const offerMs = 20_000

/** Visits, counted until the page was offered for installing; then "offered". */
const visitsKey = "nk-visits"
const offeredAtVisit = 3

let isStarted = false

/**
 * Has the page kept for times without a connection, says when a new build is there, and once offers to install the page.
 * Called for who comes back, in an idle moment.
 */
export function startOffline(): void {
  if (isStarted) return
  isStarted = true
  countUnseen()
  // The words for a new build must be those of this one.
  void loadChapters("offline")
    .then(() => keepForOffline(offerUpdate))
    // Not among what is kept at once, and fetched by whoever asks: an open tab has it when the server has another build.
    .then(() => Promise.all([import("../../state/tools.ts"), import("../../state/image-gc.ts")]))
    .catch(() => undefined)
  if (buildKind() === "web" && isVisitOfOffer()) afterAnswer(() => void offerToInstall())
}

/** The same on the first visit: the line belongs to the first answer. */
export function startOfflineAfterAnswer(): void {
  if (Object.keys(conversationStore.getState().live).length === 0) startOffline()
  else afterAnswer(startOffline)
}

function afterAnswer(run: () => void): void {
  const stop = conversationStore.subscribe(({ live }, { live: before }) => {
    if (Object.keys(before).length === 0 || Object.keys(live).length > 0) return
    stop()
    run()
  })
}

function offerUpdate(reload: () => void): void {
  const isTold = installation.get().update !== undefined
  const update = () => void updateOrAsk(reload)
  installation.set({ update })
  if (isTold) return
  const t = chapterTexts("offline")
  showToast({ text: t.newVersion, action: { text: t.update, onClick: update }, durationMs: offerMs })
}

/** Where an update would cost what is in this page alone, whoever wants it is asked first. */
async function updateOrAsk(reload: () => void): Promise<void> {
  const { update, updateLoses } = chapterTexts("offline")
  if (isOnlyHere() && !(await askToConfirm({ text: updateLoses, confirm: update, danger: true }))) return
  reload()
}

function isVisitOfOffer(): boolean {
  const visits = Number(readLocal(visitsKey) ?? 0) + 1
  // It is no number once it was offered.
  if (visits <= offeredAtVisit) writeLocal(visitsKey, String(visits))
  return visits >= offeredAtVisit
}

async function offerToInstall(): Promise<void> {
  const way = installWay()
  // By hand is for who looks for it, in the settings.
  if (way === "installed" || way === "words") return
  await loadChapters("offline")
  const t = chapterTexts("offline")
  writeLocal(visitsKey, "offered")
  showToast(
    way === "ios"
      ? { text: t.installOnIos, durationMs: offerMs }
      : { text: t.installOffer, action: { text: t.install, onClick: () => void askToInstall() }, durationMs: offerMs },
  )
}
