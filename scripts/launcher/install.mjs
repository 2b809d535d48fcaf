import { existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { run } from "./child.mjs"
import { withLock } from "./lock.mjs"

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, dev?: boolean, devOptional?: boolean, link?: boolean }} LockedPackage */

/**
 * Installs the dependencies when they are missing or not those of `package-lock.json`.
 * @param {string} root
 * @param {{ development: boolean }} needs whether development packages are needed too
 * @returns {Promise<number>} npm's exit code, 0 when there was nothing to do
 */
export async function ensureInstalled(root, needs) {
  if (isInstalled(root, needs)) return 0
  return withLock(`install ${root}`, async () => {
    if (isInstalled(root, needs)) return 0
    console.error("Prosa: installing dependencies (npm ci)…")
    // npm writes this file last. Without it an install that dies half-way cannot pass for a finished one.
    rmSync(join(root, "node_modules/.package-lock.json"), { force: true })
    const flags = ["ci", "--no-audit", "--no-fund", "--loglevel=error", "--include=optional"]
    if (needs.development) flags.push("--include=dev")
    const code = await run(...npm(flags), { cwd: root, quiet: true })
    if (code !== 0) console.error(`Prosa: npm ci failed (exit code ${code}).`)
    return code
  })
}

/**
 * Whether `node_modules` holds exactly what the lockfile says: npm's own record of the finished install agrees with it,
 * and each package is on the disk in its version. Optional packages may be missing (most are for other platforms).
 * @param {string} root
 * @param {{ development: boolean }} needs
 */
export function isInstalled(root, { development }) {
  const wanted = readPackages(join(root, "package-lock.json"))
  const recorded = readPackages(join(root, "node_modules/.package-lock.json"))
  if (wanted === undefined || recorded === undefined) return false
  for (const [path, locked] of Object.entries(wanted)) {
    if (path === "" || locked.link) continue
    const found = recorded[path]
    if (found === undefined) {
      if (locked.optional || locked.devOptional || (locked.dev && !development)) continue
      return false
    }
    if (found.version !== locked.version || found.integrity !== locked.integrity) return false
    if (readVersion(join(root, path, "package.json")) !== locked.version) return false
  }
  return Object.keys(recorded).every((path) => path in wanted)
}

/**
 * @param {string} file
 * @returns {Record<string, LockedPackage> | undefined}
 */
function readPackages(file) {
  return existsSync(file) ? readJson(file)?.packages : undefined
}

/** @param {string} file */
function readVersion(file) {
  return readJson(file)?.version
}

/** @param {string} file */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch {
    return undefined
  }
}

/**
 * The npm that started us, whichever version; else the one on the path.
 * @param {string[]} args
 * @returns {[command: string, args: string[]]}
 */
function npm(args) {
  const script = process.env["npm_execpath"]
  if (script !== undefined && /npm-cli\.[cm]?js$/.test(script)) return [process.execPath, [script, ...args]]
  return [process.platform === "win32" ? "npm.cmd" : "npm", args]
}
