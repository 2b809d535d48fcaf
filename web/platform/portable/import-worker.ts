/** Reads and writes exports and copies away from the page's thread. */
import { openDatabase } from "../storage/database.ts"
import { reopened } from "../storage/reopened.ts"
import type { FromImportWorker, ImportTask } from "./import-messages.ts"
import { importErrorOf } from "./import-error.ts"
import { openFiles } from "./read-import.ts"
import { restoreCopy } from "./restore.ts"
import { readingContext, runImport } from "./run-import.ts"
import { undoImport } from "./undo-import.ts"

const say = (message: FromImportWorker) => postMessage(message)

let isCancelled = false
const storage = reopened((closed) => openDatabase(() => close(), { closed }))
/** How often progress is told, in ms. */
const toldEveryMs = 100
let toldAt = 0

function progress(done: number, whole: number): void {
  const now = performance.now()
  if (now - toldAt < toldEveryMs && done < whole) return
  toldAt = now
  say({ type: "progress", done, whole })
}

async function run(task: Exclude<ImportTask, { readonly type: "cancel" }>): Promise<FromImportWorker> {
  const database = await storage()
  switch (task.type) {
    case "survey":
    case "import": {
      const { files, habits } = task
      const isWriting = task.type === "import"
      const report = await runImport({ database, files, habits, isWriting, progress, isCancelled: () => isCancelled })
      return { type: "done", report }
    }
    case "restore": {
      const { file, isReplacing, isShared } = task
      const files = await openFiles([file], readingContext(Date.now()))
      const losses = await restoreCopy({ database, opened: files, isReplacing, isShared, progress })
      return { type: "restored", ...losses }
    }
    case "undo":
      return { type: "undone", ...(await undoImport(database, task.importId, progress)) }
  }
}

/** One import at a time, whichever tab it was begun in. */
async function alone<Result>(task: () => Promise<Result>): Promise<Result> {
  return "locks" in navigator ? navigator.locks.request("nk-import", task) : task()
}

async function troubleOf(
  caught: unknown,
  task: Exclude<ImportTask, { readonly type: "cancel" }>,
): Promise<FromImportWorker> {
  const files = "files" in task ? task.files : "file" in task ? [task.file] : []
  const { trouble, fileName } = await importErrorOf(caught, files)
  return { type: "trouble", trouble, ...(fileName === undefined ? {} : { fileName }) }
}

addEventListener("message", ({ data: task }: MessageEvent<ImportTask>) => {
  if (task.type === "cancel") {
    isCancelled = true
    return
  }
  isCancelled = false
  void alone(() => run(task))
    .catch((caught: unknown) => troubleOf(caught, task))
    .then(say)
})
