import { readFileSync, statSync } from "node:fs"
import type { LocalVersion } from "#core/update/version-check.ts"

const manifest = new URL("../package.json", import.meta.url)
const builtPage = new URL("../dist/index.html", import.meta.url)

/** The running version: the number in `package.json`, and when this copy was made or last built. */
export function readVersion(): LocalVersion {
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string }
  return { tag: `v${version}`, date: Math.max(...[manifest, builtPage].map(changedAt)) }
}

function changedAt(file: URL): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
