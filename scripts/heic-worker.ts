import { createHash } from "node:crypto"
import type { Plugin } from "vite"

const moduleName = "virtual:heic-worker"

/**
 * The decoder of iPhone photos as a file of our own: `virtual:heic-worker` is its address. The package `heic-to` starts
 * its worker from a blob, which the page's policy refuses (`worker-src 'self'`, Trusted Types), as it should. The worker
 * takes `{ id, buffer }` and answers `{ id, imageData, error }`.
 */
export function heicWorker(): Plugin {
  let address = "/heic-worker.js"
  let building = false
  return {
    name: "heic-worker",
    configResolved: (config) => {
      building = config.command === "build"
    },
    resolveId: (id) => (id === moduleName ? `\0${moduleName}` : undefined),
    async load(id) {
      if (id !== `\0${moduleName}`) return undefined
      if (building) {
        const source = await workerSource()
        const hash = createHash("sha256").update(source).digest("base64url").slice(0, 8)
        const fileName = `assets/heic-worker-${hash}.js`
        this.emitFile({ type: "asset", fileName, source })
        address = `/${fileName}`
      }
      return `export default ${JSON.stringify(address)}`
    },
    configureServer(dev) {
      dev.middlewares.use(address, (_request, response, next) => {
        workerSource().then((code) => response.setHeader("Content-Type", "text/javascript").end(code), next)
      })
    },
  }
}

let source: Promise<string> | undefined

/** The source of the package's worker: the package is asked to make one, and its blob is read. */
function workerSource(): Promise<string> {
  source ??= readWorkerSource()
  return source
}

async function readWorkerSource(): Promise<string> {
  const before = { createObjectURL: URL.createObjectURL, Worker: Reflect.get(globalThis, "Worker") as unknown }
  try {
    const blob = await new Promise<Blob>((resolve, reject) => {
      URL.createObjectURL = (made) => {
        if (made instanceof Blob) resolve(made)
        return ""
      }
      Reflect.set(globalThis, "Worker", SilentWorker)
      import("heic-to/csp").then(({ heicTo }) => heicTo({ blob: new Blob([]), type: "bitmap" })).catch(reject)
    })
    return await blob.text()
  } finally {
    URL.createObjectURL = before.createObjectURL
    Reflect.set(globalThis, "Worker", before.Worker)
  }
}

/** Stands for the worker that the package starts and waits for. */
class SilentWorker {
  addEventListener(): void {}
  postMessage(): void {}
}
