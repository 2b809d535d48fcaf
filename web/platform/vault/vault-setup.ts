import { type Invitation, invitationHash } from "#core/vault/batch-body.ts"
import { base64UrlOf, bytesOfBase64 } from "#core/vault/envelope.ts"
import { openDatabase } from "../storage/database.ts"
import { removeLocal, writeLocal } from "../storage/local-storage.ts"
import { settingsRecord } from "../sync/settings-record.ts"
import { endKeepingVault, syncNow, takeFromRound } from "./keep-vault.ts"
import { createVaultClient, takeOffer, type VaultReply } from "./vault-client.ts"
import { vaultMark } from "./vault-database-name.ts"
import { openVaultDatabase, type VaultState } from "./vault-database.ts"
import { deriveKeys, newSecret, newVaultId, openBytes, type Secret, sealBytes } from "./vault-keys.ts"
import { publicAddress } from "../browser/page-address.ts"

/** What a person does with a vault: make one, join it, ask another device in, renew or leave it. None throws but for the storage. */

/** Why something did not come about, with the server's sentence where it said one. */
export interface SetupFailure {
  readonly failed: "offline" | "missing" | "over" | "refused"
  readonly message: string
}

/** Makes a vault in the name of whoever the headers say, and keeps its secret here. `replaced`: that of a vault to be deleted then. */
export async function makeVault(
  headers: Readonly<Record<string, string>>,
  name: string,
  replaced?: Secret,
): Promise<SetupFailure | undefined> {
  const secret = newSecret()
  const device = newVaultId()
  const reply = await createVaultClient(await deriveKeys(secret), device).make(headers)
  if (reply.status !== 200) return failureOf(reply)
  await begin(secret, device, name, replaced)
  return undefined
}

/** Joins the vault of a secret that another device has. */
export async function joinVault(secret: Secret, name: string): Promise<SetupFailure | undefined> {
  const device = newVaultId()
  const reply = await createVaultClient(await deriveKeys(secret), device).facts()
  if (reply.status !== 200) return failureOf(reply)
  await begin(secret, device, name)
  return undefined
}

/** The secret of an invitation that was taken and did not lead into its vault yet: the server has it no more. */
let taken: { readonly id: string; readonly secret: Secret } | undefined

/** Joins by an invitation, which is over then. Where only the joining fails, the same invitation can be tried again on this page. */
export async function acceptInvitation(invitation: Invitation, name: string): Promise<SetupFailure | undefined> {
  if (taken?.id !== invitation.id) {
    const opened = await openInvitation(invitation)
    if ("failed" in opened) return opened
    taken = { id: invitation.id, secret: opened.secret }
  }
  const failure = await joinVault(taken.secret, name)
  if (failure?.failed !== "offline" && failure?.failed !== "refused") taken = undefined
  return failure
}

async function openInvitation({ id, key }: Invitation): Promise<{ readonly secret: Secret } | SetupFailure> {
  const reply = await takeOffer(id)
  if (reply.status !== 200) return failureOf(reply)
  const { sealed } = reply.json
  const bytes = bytesOfBase64(typeof sealed === "string" ? sealed : "")
  const secret = await openBytes(await invitationKey(key), bytes, bytesOfBase64(id))
  return secret?.length === 16 ? { secret } : { failed: "missing", message: "" }
}

/** An address that lets one device join within five minutes: the secret, sealed with a key that no server sees. */
export async function invite({
  secret,
  device,
}: Pick<VaultState, "secret" | "device">): Promise<string | SetupFailure> {
  const [id, key] = [newVaultId(), newVaultId()]
  const sealed = await sealBytes(await invitationKey(key), secret, bytesOfBase64(id))
  const reply = await createVaultClient(await deriveKeys(secret), device).offer(id, base64UrlOf(sealed))
  if (reply.status !== 204) return failureOf(reply)
  return publicAddress(`/settings${invitationHash({ id, key })}`)
}

/**
 * Puts everything into a new vault with new words, and deletes the old one: no other device has access until it joins again. What
 * others wrote is read first; `goesOnUnread` is asked where not all of it could be: where it
 * says no, the vault stays ("unread").
 */
export async function renewVault(
  headers: Readonly<Record<string, string>>,
  state: VaultState,
  goesOnUnread: () => Promise<boolean>,
): Promise<SetupFailure | "unread" | undefined> {
  if (!(await readWhole()) && !(await goesOnUnread())) return "unread"
  const old = createVaultClient(await deriveKeys(state.secret), state.device)
  const failure = await makeVault(headers, state.name, state.secret)
  if (failure !== undefined) return failure
  // What is not deleted now has no reader left but those who were to lose it: that is told.
  const reply = await old.remove()
  return reply.status === 204 || reply.status === 404 ? undefined : failureOf(reply)
}

/** Makes a round of this page's own. False where something of the vault could not be read; of one that is gone nothing can. */
async function readWhole(): Promise<boolean> {
  const { syncVault } = await import("./sync-vault.ts")
  const [vault, database] = await Promise.all([openVaultDatabase(), openDatabase(() => {})])
  try {
    const settings = settingsRecord()
    const report = await navigator.locks.request("nk-sync", () =>
      syncVault({ vault, database, settings, came: takeFromRound }),
    )
    if (report?.trouble === "gone") return true
    const { late, gaps = {}, readableThen, isLost, damagedAt } = (await vault.get("state", "vault")) ?? {}
    const isLacking =
      Object.keys(gaps).length > 0 || readableThen !== undefined || isLost === true || damagedAt !== undefined
    const isRead = report?.trouble === undefined || report.trouble === "full"
    return isRead && !isLacking && (late?.fetch.length ?? 0) === 0
  } catch {
    // The storage of this browser is in trouble.
    return false
  } finally {
    vault.close()
    database.close()
  }
}

/**
 * Forgets the vault here; `deletes`: also on the server, for all devices, once it was read: a device that is lost may have left there
 * what is nowhere else. Where that cannot be and `goesOnUnread` says no, it stays ("unread"). Those that it took the place of are
 * deleted in any case: nobody else knows their secrets. What is stored on this device stays.
 */
export async function leaveVault(
  state: VaultState,
  deletes: boolean,
  goesOnUnread: () => Promise<boolean>,
): Promise<SetupFailure | "unread" | undefined> {
  if (deletes && !(await readWhole()) && !(await goesOnUnread())) return "unread"
  for (const secret of [...(state.old ?? []), ...(deletes ? [state.secret] : [])]) {
    // oxlint-disable-next-line no-await-in-loop -- there is hardly ever more than one
    const reply = await createVaultClient(await deriveKeys(secret), state.device).remove()
    if (deletes && reply.status !== 204 && reply.status !== 404) return failureOf(reply)
  }
  endKeepingVault()
  removeLocal(vaultMark)
  const vault = await openVaultDatabase()
  for (const store of ["state", "report", "queue"] as const) await vault.clear(store)
  vault.close()
  return undefined
}

export async function renameDevice(name: string): Promise<void> {
  const vault = await openVaultDatabase()
  const write = vault.transaction("state", "readwrite")
  const state = await write.store.get("vault")
  if (state !== undefined) void write.store.put({ ...state, name }, "vault")
  await write.done
  vault.close()
  syncNow()
}

/** Vaults that are still to be deleted stay so, but for the one that this browser begins with. */
async function begin(secret: Secret, device: string, name: string, replaced?: Secret): Promise<void> {
  const vault = await openVaultDatabase()
  const write = vault.transaction(["state", "report", "queue"], "readwrite")
  for (const store of ["report", "queue"] as const) void write.objectStore(store).clear()
  const before = await write.objectStore("state").get("vault")
  const old = [...(before?.old ?? []), ...(replaced === undefined ? [] : [replaced])].filter(
    (one) => base64UrlOf(one) !== base64UrlOf(secret),
  )
  const state: VaultState = {
    secret,
    device,
    name,
    writer: newVaultId(),
    after: 0,
    chains: {},
    names: {},
    missing: [],
    resend: false,
    ...(old.length === 0 ? {} : { old }),
  }
  void write.objectStore("state").put(state, "vault")
  await write.done
  vault.close()
  writeLocal(vaultMark, "1")
  syncNow()
}

function invitationKey(key: string): Promise<CryptoKey> {
  return crypto.subtle
    .importKey("raw", bytesOfBase64(key), "HKDF", false, ["deriveKey"])
    .then((source) =>
      crypto.subtle.deriveKey(
        { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: new TextEncoder().encode("prosa invitation 1") },
        source,
        { name: "AES-GCM", length: 256 },
        false,
        ["encrypt", "decrypt"],
      ),
    )
}

function failureOf({ status, json }: VaultReply): SetupFailure {
  const message = typeof json["error"] === "string" ? json["error"] : ""
  if (status === 404) return { failed: "missing", message }
  if (status === 410) return { failed: "over", message }
  return status === 0 || status >= 500 ? { failed: "offline", message } : { failed: "refused", message }
}
