import { useCallback, useEffect, useRef, useState } from "react"
import { isSyncComplete } from "#core/settings/sync-config.ts"
import { currentLocale } from "../../platform/language/language.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { openImportClient, type ImportAnswer, type ImportClient } from "../../platform/portable/import-client.ts"
import { undoableMs } from "../../platform/portable/import-notes.ts"
import type {
  CopyFacts,
  FileTrouble,
  ImportHabits,
  ImportReport,
  RestoreLosses,
  Undone,
} from "../../platform/portable/import-messages.ts"
import { readLocal } from "../../platform/storage/local-storage.ts"
import { vaultMark } from "../../platform/vault/vault-database-name.ts"
import { startConversations } from "../../state/start-conversations.ts"
import { freshSession } from "../../state/fresh-session.ts"
import { useSync } from "../../state/sync-store.ts"

/** Where an import stands. */
export type ImportStep =
  | {
      readonly step: "choosing"
      readonly trouble?: { readonly kind: FileTrouble; readonly fileName?: string | undefined }
    }
  | { readonly step: "reading" | "importing" | "restoring" | "undoing"; readonly part: number }
  | { readonly step: "preview"; readonly report: ImportReport }
  | { readonly step: "done"; readonly report: ImportReport; /** Epoch milliseconds. */ readonly undoableUntil: number }
  | ({ readonly step: "undone" } & Undone)
  /** With something missing: a page that got all is loaded again at once. `lacksSettings`: what is no record was not taken whole. */
  | ({ readonly step: "restored"; readonly lacksSettings: boolean } & RestoreLosses)

function habits(): ImportHabits {
  const { mask } = freshSession()
  const t = chapterTexts("portable").import
  return {
    modelConfig: mask.modelConfig,
    lang: currentLocale(),
    now: Date.now(),
    words: { missingPicture: t.missingPicture, branch: t.branch },
  }
}

/** Whether other devices get what is here, or got it once. */
function isShared(): boolean {
  const sync = useSync.getState()
  return isSyncComplete(sync) || sync.lastSyncTime > 0 || readLocal(vaultMark) !== null
}

/** Reads files, shows what is in them, and brings it in when it is asked for. The work is done in a worker. */
export function useImport(first: readonly File[]) {
  const [step, setStep] = useState<ImportStep>(first.length === 0 ? { step: "choosing" } : { step: "reading", part: 0 })
  const client = useRef<ImportClient>(undefined)
  const files = useRef<readonly File[]>(first)
  useEffect(() => {
    // It starts while its user looks for the file.
    client.current ??= openImportClient()
    return () => {
      client.current?.close()
      client.current = undefined
    }
  }, [])

  const ask = useCallback(
    async (task: Parameters<ImportClient["ask"]>[0], name: "reading" | "importing" | "restoring" | "undoing") => {
      setStep({ step: name, part: 0 })
      await startConversations()
      client.current ??= openImportClient()
      return client.current.ask(task, (part) => setStep((now) => (now.step === name ? { step: name, part } : now)))
    },
    [],
  )
  const failed = (answer: ImportAnswer) =>
    setStep({
      step: "choosing",
      trouble: answer.type === "trouble" ? { kind: answer.trouble, fileName: answer.fileName } : { kind: "storage" },
    })

  const survey = useCallback(
    async (chosen: readonly File[]) => {
      files.current = chosen
      const answer = await ask({ type: "survey", files: chosen, habits: habits() }, "reading")
      if (answer.type !== "done") failed(answer)
      else if (answer.report.isCancelled) setStep({ step: "choosing" })
      else setStep({ step: "preview", report: answer.report })
    },
    [ask],
  )
  useEffect(() => {
    if (first.length > 0) void survey(first)
  }, [first, survey])

  const bring = async () => {
    const answer = await ask({ type: "import", files: files.current, habits: habits() }, "importing")
    if (answer.type === "done") setStep({ step: "done", report: answer.report, undoableUntil: Date.now() + undoableMs })
    else failed(answer)
    return answer.type === "done"
  }
  const undo = async (importId: string) => {
    const answer = await ask({ type: "undo", importId }, "undoing")
    if (answer.type === "undone") setStep({ step: "undone", ...answer })
    else failed(answer)
  }
  const restore = async ({ file }: CopyFacts, isReplacing: boolean, adopt: () => boolean): Promise<boolean> => {
    const answer = await ask({ type: "restore", file, isReplacing, isShared: isShared() }, "restoring")
    if (answer.type !== "restored") {
      failed(answer)
      return false
    }
    const { lostRecords, lostPictures } = answer
    const lacksSettings = !adopt()
    const isWhole = lostRecords + lostPictures === 0 && !lacksSettings
    if (!isWhole) setStep({ step: "restored", lostRecords, lostPictures, lacksSettings })
    return isWhole
  }
  return { step, survey, bring, undo, restore, cancel: () => client.current?.cancel() }
}
