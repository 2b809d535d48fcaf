import { accessSync, constants } from "node:fs"
import { delimiter, join } from "node:path"

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"]
const elsewhere = ["/usr/bin/chromium", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"]

/** The system's Chromium: `CHROMIUM_PATH`, else the first one on the path. Playwright downloads none. */
export function findChromium(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter)
  const candidates = [
    process.env["CHROMIUM_PATH"] ?? "",
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...elsewhere,
  ]
  return candidates.find(isExecutable)
}

/** Nothing leaves this machine, and a container's root may run it. */
export const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
]

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return file !== ""
  } catch {
    return false
  }
}
