import { startWorker } from "../platform/browser/start-worker.ts"
import workerUrl from "./highlight-worker.ts?worker&url"
import type { ColouredPiece } from "./highlight.ts"
import { languageName } from "./languages.ts"

export interface HighlightTask {
  readonly id: number
  readonly code: string
  readonly language: string
}

export interface HighlightReply {
  readonly id: number
  readonly pieces: readonly ColouredPiece[] | undefined
}

type Pieces = readonly ColouredPiece[] | undefined

const waiting = new Map<number, (pieces: Pieces) => void>()
/** Recently highlighted code, so that a reopened chat does not flicker. */
const known = new Map<string, Promise<Pieces>>()
const knownCap = 200

let worker: Worker | undefined
let lastId = 0

/** The pieces of a code block, worked out by a worker; undefined where the language is unknown or no worker runs. */
export function highlight(code: string, language: string): Promise<Pieces> {
  if (languageName(language) === undefined) return Promise.resolve(undefined)
  const key = `${language}\n${code}`
  const before = known.get(key)
  if (before) return before
  const result = ask(code, language)
  known.set(key, result)
  const oldest = known.keys().next()
  if (known.size > knownCap && !oldest.done) known.delete(oldest.value)
  return result
}

function ask(code: string, language: string): Promise<Pieces> {
  return new Promise((resolve) => {
    const id = (lastId += 1)
    const thread = runningWorker()
    if (thread === undefined) return resolve(undefined)
    waiting.set(id, resolve)
    thread.postMessage({ id, code, language } satisfies HighlightTask)
  })
}

function runningWorker(): Worker | undefined {
  if (worker !== undefined) return worker
  const begun = startWorker(workerUrl, "highlight")
  worker = begun
  begun?.addEventListener("message", ({ data }: MessageEvent<HighlightReply>) => {
    waiting.get(data.id)?.(data.pieces)
    waiting.delete(data.id)
  })
  begun?.addEventListener("error", () => {
    // Its code could not be fetched: the next block begins anew, and what got no colours asks again when it is shown again.
    if (worker === begun) worker = undefined
    known.clear()
    for (const resolve of waiting.values()) resolve(undefined)
    waiting.clear()
  })
  return begun
}
