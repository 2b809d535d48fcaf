import { globSync } from "node:fs"
import { relative } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import react from "@vitejs/plugin-react"
import { build, defineConfig, type Plugin } from "vite"
import { diagramFrame, modernFontsOnly } from "./scripts/diagram-frame.ts"
import { appBuild, appValues, isApp } from "./scripts/app-build.ts"
import { fetchedTogether, groupsWithImports } from "./scripts/fetched-together.ts"
import { heicWorker } from "./scripts/heic-worker.ts"
import { serviceWorker } from "./scripts/service-worker.ts"

const web = fileURLToPath(new URL("./web/", import.meta.url))
const server = process.env["PROSA_SERVER"] ?? `http://127.0.0.1:${process.env["PORT"] ?? "3000"}`

const styleSheets = globSync("**/*.module.css", { cwd: web }).toSorted()

export default defineConfig(({ command }) => ({
  root: web,
  // Static hosts serve a page from anywhere, also from a folder.
  base: isApp ? "./" : "/",
  define: appValues,
  plugins: [
    react(),
    bootScript(),
    fetchedTogether(),
    heicWorker(),
    modernFontsOnly(),
    // An application's files are on the device or where it lies, and its frames come from its server.
    ...(isApp ? [appBuild()] : [diagramFrame(), serviceWorker()]),
  ],
  build: {
    outDir: "../dist",
    emptyOutDir: true,
    target: ["chrome108", "safari16"],
    cssTarget: ["chrome108", "safari16"],
    cssMinify: "lightningcss",
    // Fonts stay files of their own: a data URL would put them into the blocking style sheet.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // How long plugins took is not what somebody who starts the server wants to read.
      checks: { bundlerTimings: false },
      output: {
        // The first load is two files: React, which stays in the cache over releases, and the application.
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules\/(react|react-dom|scheduler)\//, tags: ["$initial"], priority: 1 },
            { name: "app", tags: ["$initial"], priority: 1 },
            ...groupsWithImports,
          ],
        },
        // Each language has files of the same names. Seven characters tell two versions of one file apart; the names of all
        // lazy files stand in the first load.
        chunkFileNames: ({ name, facadeModuleId, moduleIds }) => {
          const language = /core\/i18n\/locales\/([a-z]+)\//.exec([facadeModuleId, ...moduleIds].join())?.[1]
          const isNamed = language === undefined || name.startsWith(`${language}-`)
          return `assets/${isNamed ? "" : `${language}-`}${name}-[hash:7].js`
        },
        // Fonts are served under /google-fonts, from this origin.
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith(".woff2"))
            ? "google-fonts/[name]-[hash][extname]"
            : "assets/[name]-[hash:6][extname]",
      },
    },
  },
  // As modules, so that a worker too fetches what it needs when it needs it.
  worker: { format: "es" },
  css: {
    modules: {
      localsConvention: "camelCaseOnly",
      // Long names were one and a half kilobytes of the first load.
      ...(command === "build" ? { generateScopedName: shortName } : {}),
    },
  },
  server: {
    proxy: Object.fromEntries(["/api", "/v1", "/healthz", "/readyz"].map((path) => [path, { target: server }])),
  },
}))

const namesIn = new Map<string, string[]>()

/** A class of the built page: the number of its style sheet, and its own in there. */
function shortName(name: string, file: string): string {
  const names = namesIn.get(file) ?? []
  namesIn.set(file, names)
  if (!names.includes(name)) names.push(name)
  const sheet = styleSheets.indexOf(relative(web, file).replaceAll("\\", "/"))
  return `_${sheet.toString(36)}_${names.indexOf(name).toString(36)}`
}

/** The texts that the page shows before its language has loaded. */
interface EarlyTexts {
  readonly chat?: { readonly message?: string; readonly placeholder?: string; readonly reload?: string }
}

/**
 * Builds `web/boot.ts` into one classic script that runs before the first paint (theme, language), because the page's
 * policy allows no inline script. It also tells that script where each language's chunk is, so that the texts load
 * beside the application instead of after it.
 */
function bootScript(): Plugin {
  const marker = "<!-- boot -->"
  let fileName = ""
  let building = false
  let base = "/"

  const bundle = async () => {
    const result = await build({
      configFile: false,
      root: web,
      logLevel: "error",
      define: appValues,
      build: {
        write: false,
        target: ["chrome108", "safari16"],
        lib: { entry: `${web}boot.ts`, formats: ["iife"], name: "boot" },
      },
    })
    const output = Array.isArray(result) ? result[0]?.output : "output" in result ? result.output : undefined
    const chunk = output?.[0]
    if (chunk?.type !== "chunk") throw new Error("web/boot.ts did not build")
    return chunk.code
  }

  return {
    name: "boot-script",
    enforce: "pre",
    configResolved: (config) => {
      building = config.command === "build"
      base = config.base
    },
    async buildStart() {
      if (building) this.emitFile({ type: "asset", name: "boot.js", source: await bundle() })
    },
    generateBundle(_options, output) {
      fileName = Object.keys(output).find((name) => /^assets\/boot-[^/]*\.js$/.test(name)) ?? ""
    },
    configureServer(dev) {
      dev.middlewares.use("/boot.js", (_request, response, next) => {
        bundle().then((code) => response.setHeader("Content-Type", "text/javascript").end(code), next)
      })
    },
    transformIndexHtml: {
      order: "post",
      async handler(html, { bundle: output }) {
        const locales: Record<string, unknown> = {}
        for (const chunk of Object.values(output ?? {})) {
          const file = chunk.type === "chunk" ? (chunk.facadeModuleId ?? "") : ""
          const locale = /core\/i18n\/locales\/([a-z]+)\/first\.ts$/.exec(file)?.[1]
          if (!locale) continue
          const written = (await import(pathToFileURL(file).href)) as Record<string, EarlyTexts | undefined>
          const { message: label, placeholder, reload } = written[locale]?.chat ?? {}
          locales[locale] = { chunk: base + chunk.fileName, label, placeholder, reload }
        }
        const source = building ? base + fileName : "/boot.js"
        const told = JSON.stringify(locales).replaceAll("&", "&amp;").replaceAll("'", "&#39;")
        const tag = `<script src="${source}" data-locales='${told}'></script>`
        return html.replace(marker, tag)
      },
    },
  }
}
