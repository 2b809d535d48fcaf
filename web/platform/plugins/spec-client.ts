import type { SpecFault } from "#core/plugins/openapi/spec-fault.ts"
import type { PluginFile } from "#core/plugins/plugin-file.ts"
import type { PluginTool } from "#core/plugins/plugin.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { startWorker } from "../browser/start-worker.ts"
import workerUrl from "./openapi-worker.ts?worker&url"
import type { OpenQuestion, SpecAnswer, SpecFacts, SpecQuestion } from "./spec-wire.ts"

/** How long a description is read, in ms; then its reader is ended. */
const patienceMs = 5_000

/** A description that is open: its facts, and its operations as tools. */
export interface OpenedSpec {
  readonly facts: SpecFacts
  /** The plugin that the text was a file of, with the description in it. */
  readonly file?: PluginFile | undefined
  readonly toolOf: (key: string) => Promise<Result<PluginTool, SpecFault>>
  readonly close: () => void
}

const tooSlow: SpecFault = { kind: "too-slow", at: "" }

/** Opens a description in a thread of its own, which lives until it is closed. */
export async function openSpecInWorker(question: OpenQuestion): Promise<Result<OpenedSpec, SpecFault>> {
  const worker = startWorker(workerUrl, "openapi")
  if (worker === undefined) return err(tooSlow)
  let last = 0
  const ask = (asked: WithoutId<SpecQuestion>): Promise<SpecAnswer> =>
    new Promise((resolve) => {
      const id = ++last
      const end = (answer: SpecAnswer) => {
        clearTimeout(timer)
        worker.removeEventListener("message", onMessage)
        worker.removeEventListener("error", onError)
        resolve(answer)
      }
      const onMessage = ({ data }: MessageEvent<SpecAnswer>) => data.id === id && end(data)
      const onError = () => {
        worker.terminate()
        end({ id, type: "fault", fault: tooSlow })
      }
      const timer = setTimeout(onError, patienceMs)
      worker.addEventListener("message", onMessage)
      worker.addEventListener("error", onError)
      worker.postMessage({ ...asked, id })
    })

  const opened = await ask({ type: "open", ...question })
  if (opened.type !== "opened") {
    worker.terminate()
    return err(opened.type === "fault" ? opened.fault : tooSlow)
  }
  return ok({
    facts: opened.spec,
    file: opened.file,
    async toolOf(key) {
      const answer = await ask({ type: "tool", key })
      return answer.type === "tool" ? ok(answer.tool) : err(answer.type === "fault" ? answer.fault : tooSlow)
    },
    close: () => worker.terminate(),
  })
}

type WithoutId<Question> = Question extends unknown ? Omit<Question, "id"> : never
