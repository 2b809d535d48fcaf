import { bareAccessCode } from "#core/access/access-code.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import type { AccessCodes } from "../access/access-code-store.ts"
import type { Erased } from "../sharing/erasure.ts"
import type { SharedFile } from "../sharing/shared-file-row.ts"
import type { SharedFiles } from "../sharing/shared-files.ts"
import type { Vaults } from "../vault/vaults.ts"
import type { Refusal } from "./operations.ts"

/** What can be asked for: files in a state, or those that somebody has reported. */
export const shareStates = ["reported", "live", "hidden", "removed", "expired", "erasing"] as const
export type ShareState = (typeof shareStates)[number]

/** A shared file as the operator sees it. Days are ISO 8601. */
export interface SharedFileView {
  readonly id: string
  readonly kind: SharedFile["kind"]
  readonly state: SharedFile["state"]
  readonly owner: string
  readonly bytes: number
  readonly created: string
  readonly expires: string
  readonly reports: number
}

export interface SharedFileDetails extends SharedFileView {
  readonly reasons: readonly string[]
  /** The ids of the pictures that a conversation shows. */
  readonly pictures: readonly string[]
  /** The text of a conversation or a page, its beginning; of a picture its media type. */
  readonly content: string
}

export interface ShareOperations {
  list(state: ShareState): Promise<{ readonly files: readonly SharedFileView[] }>
  show(id: string): Promise<Result<SharedFileDetails, Refusal>>
  takeDown(id: string): Promise<Result<SharedFileDetails, Refusal>>
  restore(id: string): Promise<Result<SharedFileDetails, Refusal>>
  /** Everything that a code has shared or put into vaults goes; its books stay. `account` is a code or an account's id. */
  eraseCode(account: string): Promise<Result<ErasedOfCode, Refusal>>
}

/** `erased` and `left` are shared files; `vaultFilesLeft` counts the files of vaults that the next sweeps remove. */
export interface ErasedOfCode extends Erased {
  readonly id: string
  readonly vaults: number
  readonly vaultFilesLeft: number
}

/** How much of a file's text is shown, in characters. */
const shownCharacters = 4_000

export function createShareOperations(
  shared: SharedFiles,
  vaults: Pick<Vaults, "eraseOf">,
  codes: AccessCodes,
): ShareOperations {
  const { moderation } = shared

  async function show(id: string): Promise<Result<SharedFileDetails, Refusal>> {
    const file = await moderation.show(id)
    if (file === undefined) return err({ kind: "not-found", message: "there is no shared file of that id" })
    const bytes = file.kind === "upload" ? undefined : await shared.read(id)
    const content = file.kind === "upload" ? file.type : (bytes?.toString().slice(0, shownCharacters) ?? "")
    const reasons = file.reports.map(({ reason }) => reason).filter((reason) => reason !== "")
    return ok({ ...viewOf(file, file.reports.length), reasons, pictures: file.pictures, content })
  }

  return {
    async list(state) {
      const files = await moderation.list(state)
      return { files: files.map((file) => viewOf(file, file.reportCount)) }
    },
    show,
    takeDown: (id) => change(id, moderation.takeDown(id)),
    restore: (id) => change(id, moderation.restore(id)),
    async eraseCode(account) {
      const code = (await codes.find(bareAccessCode(account))) ?? (await codes.byId(account.trim()))
      if (code === undefined) return err({ kind: "not-found", message: "no such code" })
      const files = await shared.eraseOf(code.id)
      const { vaults: erasedVaults, left: vaultFilesLeft } = await vaults.eraseOf(code.id)
      return ok({ id: code.id, ...files, vaults: erasedVaults, vaultFilesLeft })
    },
  }

  async function change(id: string, changing: Promise<boolean>): Promise<Result<SharedFileDetails, Refusal>> {
    if (await changing) return show(id)
    const shown = await show(id)
    return shown.ok ? err({ kind: "conflict", message: `its state is ${shown.value.state}` }) : shown
  }
}

function viewOf(file: SharedFile, reports: number): SharedFileView {
  const { id, kind, state, owner, bytes, createdAt, expiresAt } = file
  const day = (at: number) => new Date(at).toISOString()
  return { id, kind, state, owner, bytes, created: day(createdAt), expires: day(expiresAt), reports }
}
