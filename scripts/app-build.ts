import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Plugin } from "vite"
import { readServerAddress } from "../web/platform/gateway/read-server-address.ts"

/**
 * `PROSA_BUILD=app` makes the page for static hosts and for shells around it, which talks to a server elsewhere (docs/app.md).
 * `PROSA_SERVER_URL` names that server; without it people are asked once.
 */
export const isApp = process.env["PROSA_BUILD"] === "app"

/** What the code of the page sees of that (`web/build-env.d.ts`). */
export const appValues = {
  "import.meta.env.PROSA_APP": JSON.stringify(isApp),
  "import.meta.env.PROSA_SERVER_URL": JSON.stringify(isApp ? namedServer() : ""),
}

function namedServer(): string {
  const written = process.env["PROSA_SERVER_URL"] ?? ""
  if (written === "") return ""
  const read = readServerAddress(written)
  if (!read.ok) throw new Error(`PROSA_SERVER_URL must begin with https://, or be on this machine: ${written}`)
  return read.value
}

/**
 * The policy of the page, which a static host does not send: that of the server (`server/http/security-headers.ts`), but for what
 * it may ask, its server and those of plugins. Where frames may come from, the page's first script says.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
  "worker-src 'self'",
  "manifest-src 'self'",
  "frame-src https: http://localhost:* http://127.0.0.1:*",
  "base-uri 'none'",
  "object-src 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types prosa-workers",
].join("; ")

/** What an application's page has besides, and what it must not have. */
export function appBuild(): Plugin {
  let outDir = ""
  return {
    name: "app-build",
    configResolved(config) {
      outDir = join(config.build.outDir.startsWith("/") ? "" : config.root, config.build.outDir)
    },
    transformIndexHtml: {
      order: "post",
      handler: (html) =>
        html
          // Style sheets read it there.
          .replace("<html ", '<html data-build="app" ')
          .replace(
            '<meta charset="utf-8" />',
            `$&\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />\n    <meta name="referrer" content="no-referrer" />`,
          ),
    },
    closeBundle() {
      // Frames need the policy that the server sends with them: without it, whoever embeds one writes into this page's origin.
      rmSync(join(outDir, "frames"), { recursive: true, force: true })
      const path = join(outDir, "manifest.webmanifest")
      writeFileSync(path, JSON.stringify(appManifest(JSON.parse(readFileSync(path, "utf8")))))
    },
  }
}

/** The manifest for a page that may lie in a folder, on a host that knows no other path: nothing can be shared to it. */
function appManifest({ share_target: _share, icons, ...manifest }: AppManifest) {
  const relative = (icons ?? []).map((icon) => ({ ...icon, src: icon.src.replace(/^\//, "./") }))
  return { ...manifest, id: "./", start_url: "./", scope: "./", icons: relative }
}

interface AppManifest {
  readonly share_target?: unknown
  readonly icons?: readonly { readonly src: string }[]
}
