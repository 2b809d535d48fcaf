import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { run } from "./child.mjs"
import { compressFolder } from "./compress.mjs"
import { withLock } from "./lock.mjs"

/** The file in `dist` that tells what it was built from. */
const stampFile = ".built-from"

/**
 * Builds the page when `dist` is missing or was built from something else. The build happens in a folder of its own
 * that then takes the name `dist`, so that a build that fails or is killed leaves the old page as it was.
 * @param {string} root
 * @param {string} node
 * @returns {Promise<number>} the build's exit code, 0 when there was nothing to do
 */
export async function buildWeb(root, node) {
  const dist = join(root, "dist")
  if (isBuilt(dist, hashInputs(root))) return 0
  return withLock(`build ${root}`, async () => {
    const inputs = hashInputs(root)
    if (isBuilt(dist, inputs)) return 0
    console.error("Prosa: building the page…")
    removeLeftovers(root)
    const fresh = join(root, `dist.tmp-${process.pid}`)
    const code = await run(node, ["node_modules/vite/bin/vite.js", "build", "--logLevel", "warn", "--outDir", fresh], {
      cwd: root,
      quiet: true,
    })
    if (code === 0) {
      await compressFolder(fresh)
      writeFileSync(join(fresh, stampFile), inputs)
      replaceFolder(dist, fresh)
    }
    removeLeftovers(root)
    return code
  })
}

/** @param {string} dist @param {string} inputs */
function isBuilt(dist, inputs) {
  const stamp = join(dist, stampFile)
  return existsSync(join(dist, "index.html")) && existsSync(stamp) && readFileSync(stamp, "utf8") === inputs
}

/** One hash of everything that the page is made from. @param {string} root */
export function hashInputs(root) {
  const hash = createHash("sha256").update(
    `${process.env["PROSA_BUILD"] ?? ""}\0${process.env["PROSA_SERVER_URL"] ?? ""}\0`,
  )
  for (const path of [
    "vite.config.ts",
    "scripts/app-build.ts",
    "scripts/diagram-frame.ts",
    "scripts/fetched-together.ts",
    "scripts/heic-worker.ts",
    "scripts/service-worker.ts",
    "package-lock.json",
    ...filesUnder(root, "web"),
    ...filesUnder(root, "core"),
  ]) {
    if (!existsSync(join(root, path))) continue
    const content = readFileSync(join(root, path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest("hex")
}

/** @param {string} root @param {string} folder @returns {string[]} */
function filesUnder(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.name !== "node_modules" && !/\.test\.tsx?$/.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(root, join(folder, entry.name)) : [join(folder, entry.name)]))
}

/** A folder cannot be renamed over another; between the two renames there is no `dist` for an instant. @param {string} dist @param {string} fresh */
function replaceFolder(dist, fresh) {
  if (existsSync(dist)) renameSync(dist, `${fresh}-old`)
  renameSync(fresh, dist)
}

/** Folders of builds that ended half-way: whoever holds the lock is the only one building. @param {string} root */
function removeLeftovers(root) {
  for (const name of readdirSync(root))
    if (name.startsWith("dist.tmp-")) rmSync(join(root, name), { recursive: true, force: true })
}
