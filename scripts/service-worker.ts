import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { build, type Plugin, type Rolldown } from "vite"
import type { OfflineFiles } from "../web/platform/browser/offline-files.ts"
import { groupFacts } from "./fetched-together.ts"

const root = fileURLToPath(new URL("../", import.meta.url))
const publicFolder = join(root, "web/public")

/** Parts of the page that must open without a connection. */
const kept =
  /^(core\/i18n\/load-chapter\.ts|web\/(main\.tsx|[\w-]+\.tsx?$|(message|markdown|state|ui|avatar|model-settings)\/|platform\/(browser|gateway|language|search|storage)\/|features\/(chat|search|settings|sidebar|offline|banner|crash)\/|features\/vault\/vault-settings\.tsx$))/
/** What of these is large, or of no use without a connection: it is stored when it is used. */
const left =
  /\/(katex|typeset|formula|diagram[\w-]*|adopt-ancestor|keep-nextchat|wipe-content|tool-consent|ceiling-consent|real-host|run-tools|plugin-store|drawing-queue|auto-sync|image-gc|vault-news|statement-client|begin-from-mask|presets-[\w]+|import-store|adopt-drawings|drawing-store|sidebar-resizer|folder-[\w-]+|image-preview|picture-request|fullscreen|(spec|import|sharing|update)-client)\.tsx?$|\/copy\/|\/features\/chat\/(mask|dialogs)\//
/** Chapters of texts of screens that are not kept. */
const leftChapters = /\/(images|masks|plugins|server|statement|logs|construction|share-page|update)\.ts$/
/** The workers that the chat and the search run in. */
const workers = /^assets\/(gateway|search)-worker-[^/]+\.js$/

/**
 * Builds `web/worker/service-worker.ts` into `/service-worker.js`, with the list of this build's files in it, and names the
 * build in the page (`data-build-id` of its first script). During development the worker is one that removes itself, so
 * that no stored page stands before the one that is being worked on.
 */
export function serviceWorker(): Plugin {
  let id = ""
  return {
    name: "service-worker",
    enforce: "post",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        if (bundle === undefined) return html
        id = buildId(html, bundle)
        return html.replace(" data-locales=", ` data-build-id="${id}" data-locales=`)
      },
    },
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        const html = bundle["index.html"]
        if (html?.type !== "asset") throw new Error("the build has no page")
        const files = offlineFiles(id, String(html.source), bundle)
        this.emitFile({ type: "asset", fileName: "service-worker.js", source: await bundled(files) })
      },
    },
    configureServer(dev) {
      dev.middlewares.use("/service-worker.js", (_request, response) => {
        response.setHeader("Content-Type", "text/javascript").end(readFileSync(join(root, "web/worker/remover.js")))
      })
    },
  }
}

type Bundle = Rolldown.OutputBundle

/** One name for all that the page may fetch: files with hashes in their names, and those of the public folder as they are. */
function buildId(html: string, bundle: Bundle): string {
  const hash = createHash("sha256").update(html)
  for (const name of Object.keys(bundle).toSorted()) hash.update(`${name}\0`)
  for (const entry of readdirSync(publicFolder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) hash.update(readFileSync(join(entry.parentPath, entry.name)))
  }
  return hash.digest("hex").slice(0, 12)
}

function offlineFiles(id: string, html: string, bundle: Bundle): OfflineFiles {
  const entries = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = ""]) => path)
  const names = new Set(entries.map((path) => path.slice(1)))
  const languages: Record<string, Set<string>> = {}
  for (const file of Object.values(bundle)) {
    if (workers.test(file.fileName)) addImported(file.fileName, bundle, names)
    if (file.type !== "chunk") continue
    const facade = file.facadeModuleId ?? ""
    const module = relative(root, facade)
    const group = groupFacts(facade)
    const language = group?.language ?? /^core\/i18n\/locales\/([a-z]+)\//.exec(module)?.[1]
    if (leftChapters.test(module)) continue
    if (language !== undefined) addWithImports(file.fileName, bundle, (languages[language] ??= new Set()))
    else if (group?.isKept ?? (kept.test(module) && !left.test(module))) addWithImports(file.fileName, bundle, names)
  }
  const files = [...pathsOf(names), "/favicon.svg", "/manifest.webmanifest"]
  const texts = Object.entries(languages).map(([language, own]) => [
    language,
    pathsOf(own).filter((path) => !names.has(path.slice(1))),
  ])
  return { build: id, entries, files, languages: Object.fromEntries(texts) as OfflineFiles["languages"] }
}

function pathsOf(names: ReadonlySet<string>): readonly string[] {
  return [...names].map((name) => `/${name}`).toSorted()
}

/** A chunk, what it imports before it runs, and the styles of all that. */
function addWithImports(name: string, bundle: Bundle, names: Set<string>): void {
  if (names.has(name)) return
  names.add(name)
  const chunk = bundle[name]
  if (chunk?.type !== "chunk") return
  for (const imported of chunk.imports) addWithImports(imported, bundle, names)
  for (const style of chunk.viteMetadata?.importedCss ?? []) names.add(style)
}

/** The same for a worker, of which the bundle knows the text only. */
function addImported(name: string, bundle: Bundle, names: Set<string>): void {
  if (names.has(name)) return
  names.add(name)
  const file = bundle[name]
  const text = file?.type === "asset" ? String(file.source) : (file?.code ?? "")
  for (const [, imported = ""] of text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) {
    addImported(`assets/${imported}`, bundle, names)
  }
}

async function bundled(files: OfflineFiles): Promise<string> {
  const result = await build({
    configFile: false,
    root: join(root, "web"),
    logLevel: "error",
    define: { __OFFLINE_FILES__: JSON.stringify(files) },
    build: {
      write: false,
      copyPublicDir: false,
      target: ["chrome108", "safari16"],
      lib: { entry: join(root, "web/worker/service-worker.ts"), formats: ["iife"], name: "serviceWorker" },
    },
  })
  const output = Array.isArray(result) ? result[0]?.output : "output" in result ? result.output : undefined
  const chunk = output?.[0]
  if (chunk?.type !== "chunk") throw new Error("web/worker/service-worker.ts did not build")
  return chunk.code
}
