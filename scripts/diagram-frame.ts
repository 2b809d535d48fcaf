import { cpSync, readFileSync } from "node:fs"
import { dirname, extname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { build, type Plugin } from "vite"

const root = fileURLToPath(new URL("../", import.meta.url))
const published = join(root, "node_modules/mermaid/dist")

/**
 * The page in which diagrams are drawn, `/frames/mermaid.html`, and Mermaid's own modules as they were published. They
 * stand apart from the application: they run in a frame of no origin, under a policy of its own (`server/http/frames.ts`).
 */
export function diagramFrame(): Plugin {
  const { version } = JSON.parse(readFileSync(join(dirname(published), "package.json"), "utf8")) as { version: string }
  const base = `/frames/mermaid-${version}`
  let outDir = ""
  let building = false

  return {
    name: "diagram-frame",
    configResolved(config) {
      building = config.command === "build"
      outDir = join(config.build.outDir.startsWith("/") ? "" : config.root, config.build.outDir)
    },
    async buildStart() {
      if (!building) return
      this.emitFile({ type: "asset", fileName: "frames/mermaid.html", source: page(base) })
      this.emitFile({ type: "asset", fileName: `${base.slice(1)}/frame.js`, source: await script() })
    },
    writeBundle() {
      for (const name of ["mermaid.esm.min.mjs", "chunks/mermaid.esm.min"]) {
        cpSync(join(published, name), join(outDir, base, name), {
          recursive: true,
          filter: (path) => extname(path) !== ".map",
        })
      }
    },
    configureServer(dev) {
      dev.middlewares.use("/frames", (request, response, next) => {
        const path = `/frames${(request.url ?? "").split("?")[0]}`
        const send = (type: string, body: string) => {
          response.setHeader("Access-Control-Allow-Origin", "*")
          response.setHeader("Content-Type", type).end(body)
        }
        if (path === "/frames/mermaid.html") return send("text/html", page(base))
        if (path === `${base}/frame.js`) return void script().then((code) => send("text/javascript", code), next)
        if (!path.startsWith(base) || !path.endsWith(".mjs") || path.includes("..")) return next()
        send("text/javascript", readFileSync(join(published, path.slice(base.length)), "utf8"))
      })
    },
  }
}

function page(base: string): string {
  const tag = `<script type="module" src="${base}/frame.js"></script>`
  return readFileSync(join(root, "web/frames/mermaid.html"), "utf8").replace("<!-- frame -->", tag)
}

async function script(): Promise<string> {
  const result = await build({
    configFile: false,
    root: join(root, "web"),
    logLevel: "error",
    build: {
      write: false,
      target: ["chrome108", "safari16"],
      lib: { entry: join(root, "web/frames/mermaid-frame.ts"), formats: ["es"] },
    },
  })
  const output = Array.isArray(result) ? result[0]?.output : "output" in result ? result.output : undefined
  const chunk = output?.[0]
  if (chunk?.type !== "chunk") throw new Error("web/frames/mermaid-frame.ts did not build")
  return chunk.code
}

/** KaTeX names each font in three formats; every browser we know reads the first. */
export function modernFontsOnly(): Plugin {
  return {
    name: "modern-fonts-only",
    enforce: "pre",
    transform: (code, id) =>
      /katex[^/]*\.css/.test(id) ? code.replaceAll(/,url\([^)]*\.(?:woff|ttf)\) format\("[^"]*"\)/g, "") : undefined,
  }
}
