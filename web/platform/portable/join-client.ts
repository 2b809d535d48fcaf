import { startWorker } from "../browser/start-worker.ts"
import workerUrl from "./join-worker.ts?worker&url"

/** PNG pictures below each other as one. Rejects where that cannot be made. */
export function joinedPicture(pictures: readonly Blob[]): Promise<Blob> {
  const worker = startWorker(workerUrl, "join")
  const joining = new Promise<Blob>((resolve, reject) => {
    const fail = () => reject(new Error("the pictures cannot be joined"))
    if (worker === undefined) return fail()
    worker.addEventListener("message", ({ data }: MessageEvent<unknown>) =>
      data instanceof Blob ? resolve(data) : fail(),
    )
    worker.addEventListener("error", fail)
    worker.postMessage(pictures)
  })
  return joining.finally(() => worker?.terminate())
}
