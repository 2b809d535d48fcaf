import { ok } from "#core/lib/result.ts"
import { expectShape, oneOf, type Arguments } from "./arguments.ts"
import { type Answer, answered, type Command } from "./command.ts"
import { type ErasedOfCode, type SharedFileDetails, shareStates } from "./share-operations.ts"
import { facts, table } from "./table.ts"

/** `share list|show|takedown|restore`: what people have shared by a link, and who reported it. */
export function shareCommand(verb: string, args: Arguments): Command {
  const known = oneOf(verb, "share", ["list", "show", "takedown", "restore"])
  if (known === "list") {
    expectShape(args, { words: [], options: ["state"] })
    const state = oneOf(args.options.get("state") ?? "reported", "--state", shareStates)
    return async ({ shares }) => {
      const list = await shares.list(state)
      const head = ["id", "kind", "state", "reports", "bytes", "created", "expires", "owner"]
      const rows = list.files.map((file) => [
        file.id,
        file.kind,
        file.state,
        file.reports,
        file.bytes,
        file.created.slice(0, 10),
        file.expires.slice(0, 10),
        file.owner,
      ])
      return ok({ json: list, text: rows.length === 0 ? `nothing is ${state}` : table(head, rows) })
    }
  }
  const { ID = "" } = expectShape(args, { words: ["ID"], options: [] })
  return async ({ shares }) => {
    const does = { show: shares.show, takedown: shares.takeDown, restore: shares.restore }[known]
    return answered(await does(ID), details)
  }
}

function details(file: SharedFileDetails): string {
  const { reasons, pictures, content, ...rest } = file
  const told = [...reasons.map((reason) => `reported: ${reason}`), ...pictures.map((id) => `picture: ${id}`)]
  return [facts(Object.entries(rest)), ...told, "", content].join("\n")
}

/** What became of all that a code has shared: a failure where something is left. */
export function erasedAnswer(result: ErasedOfCode): Answer {
  const { erased, left, vaults, vaultFilesLeft } = result
  const kept = left.map(({ id, why }) => `the bytes of ${id} could not be removed: ${why}`)
  const again = left.length > 0 ? ["nobody can read them any more; a server tries again every ten minutes"] : []
  const follow = vaultFilesLeft > 0 ? [`${vaultFilesLeft} files of vaults follow with the next sweeps`] : []
  const text = [`${erased} shared files and ${vaults} vaults erased`, ...kept, ...again, ...follow].join("\n")
  return { json: result, text, failed: left.length > 0 || vaultFilesLeft > 0 }
}
