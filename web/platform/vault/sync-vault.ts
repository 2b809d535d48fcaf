import type { Decision } from "#core/sync/join.ts"
import { isLong, isReplaceable, makeRoom, shortenLog } from "./compact-vault.ts"
import { giveUpDamaged, pull } from "./pull-vault.ts"
import { lookForPictures } from "./look-for-pictures.ts"
import { push, sendQueue } from "./push-vault.ts"
import { checkedReply, RoundTrouble } from "./round-trouble.ts"
import { fetchLate } from "./take-body.ts"
import { createVaultClient, readFacts, type VaultFacts } from "./vault-client.ts"
import type { VaultReport, VaultTrouble } from "./vault-database.ts"
import { deriveKeys } from "./vault-keys.ts"
import { Round, type RoundDeps } from "./vault-round.ts"

export interface SyncDeps extends RoundDeps {
  /** Is told, at the end of a round, what was decided in it and the settings that are in the vault, as JSON. */
  readonly came: (decisions: readonly Decision[], settings: unknown) => void
}

/**
 * One round: sends what was left over, reads what others wrote, joins it, sends what is new here. An empty or missing vault changes
 * nothing here. Returns what is to be shown; nothing where there is no vault.
 */
export async function syncVault({ came, ...deps }: SyncDeps): Promise<VaultReport | undefined> {
  const { vault } = deps
  const state = await vault.get("state", "vault")
  if (state === undefined) return undefined
  const before = await vault.get("report", "report")
  const round = new Round(deps, await deriveKeys(state.secret), state)
  let facts: VaultFacts | undefined
  let trouble: VaultTrouble | undefined
  const look = async () => (facts = readFacts(checkedReply(await round.client.facts())))
  try {
    await pull(round)
    await fetchLate(round)
    try {
      if (before?.trouble === "full" && !(await hasRoomFor(round, await look()))) throw new RoundTrouble("full")
      await sendQueue(round)
      await push(round)
    } catch (error) {
      if (!(error instanceof RoundTrouble) || error.kind !== "full") throw error
      round.isFull = true
    }
    const found = await look()
    await giveUpDamaged(round)
    if (round.isFull) await makeRoom(round, found)
    else if (isLong(found) || isReplaceable(round, found)) await shortenLog(round)
    if (round.isFull) trouble = "full"
    else if (round.state.damagedAt !== undefined) trouble = "damaged"
    await removeOld(round)
    await lookForPictures(round)
  } catch (error) {
    trouble = error instanceof RoundTrouble ? error.kind : "local"
  } finally {
    came(round.decisions, round.state.settings)
  }
  const isQuiet = trouble === undefined && round.up === 0 && round.down === 0
  const report: VaultReport = {
    at: trouble === undefined ? Date.now() : (before?.at ?? 0),
    up: isQuiet ? (before?.up ?? 0) : round.up,
    down: isQuiet ? (before?.down ?? 0) : round.down,
    bytes: facts?.bytes ?? before?.bytes ?? 0,
    quota: facts?.quota ?? before?.quota ?? 0,
    devices: facts?.devices ?? before?.devices ?? [],
    trouble,
    tooLarge: round.tooLarge,
    late: round.late.fetch.length + round.late.send.length,
    notice: round.notice === undefined ? noticeLeft(round, before) : { kind: round.notice, at: Date.now() },
  }
  // It may have been left, or renewed, meanwhile: what was found of the vault before says nothing of the one that is kept now.
  if ((await vault.get("state", "vault"))?.device !== state.device) return syncVault({ came, ...deps })
  await vault.put("report", report, "report")
  return report
}

/** How long what was noticed can be read, in ms; longer where some of the vault is still missing. */
const noticeMs = 24 * 60 * 60_000

function noticeLeft({ state, isLacking }: Round, before: VaultReport | undefined): VaultReport["notice"] {
  const isBeingMended = isLacking || state.resend || state.missing.length > 0
  const isOver = before?.notice !== undefined && Math.abs(Date.now() - before.notice.at) >= noticeMs
  return isOver && !isBeingMended ? undefined : before?.notice
}

/** Whether the first of what waits fits into a vault that was full: up to a megabyte is not sent in each round to be refused. */
async function hasRoomFor({ deps: { vault } }: Round, { bytes, quota }: VaultFacts): Promise<boolean> {
  const first = await vault.transaction("queue").store.openCursor()
  return first === null || bytes + first.value.length <= quota
}

/** Deletes the vaults that this one took the place of, where that did not come about at once. */
async function removeOld(round: Round): Promise<void> {
  const { old = [], device } = round.state
  if (old.length === 0) return
  const left: (typeof old)[number][] = []
  for (const secret of old) {
    // oxlint-disable-next-line no-await-in-loop -- there is hardly ever more than one
    const { status } = await createVaultClient(await deriveKeys(secret), device).remove()
    if (status !== 204 && status !== 404) left.push(secret)
  }
  await round.change({ old: left.length === 0 ? undefined : left })
}
