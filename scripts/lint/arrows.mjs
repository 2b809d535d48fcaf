// The drawing of ARCHITECTURE.md as a rule: which part of the house may import which. Types count too.
import { posix } from "node:path"
import { serverPartOf, standsOn } from "./server-layers.mjs"

/** Everything in `core` that is not named here stands on `lib` and `gateway` and may know the rest of `core`. */
const core = {
  "core/lib": ["core/lib"],
  "core/gateway": ["core/lib", "core/gateway"],
}

/** Nouns of `core` that speak to each other only through `core/gateway`. */
const strangers = [["core/conversation", "core/providers"]]

/** The folder of a turn: the rest of the chat may import it, it imports nothing of the screen. */
const turn = "web/features/chat/turn"

/** The parts of `web` that everything else in it stands on. They know each other and `core`. */
const webBase = ["web/state", "web/platform", "web/ui"]

/**
 * What several features show, between the base and the features: it knows the base, `core`, and of its own kind only what
 * is named here.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const webGround = {
  "web/avatar": [],
  "web/markdown": [],
  "web/masks": ["web/avatar", "web/model-settings"],
  "web/message": ["web/avatar", "web/markdown"],
  "web/model-settings": [],
}

/**
 * Why `file` may not import `specifier`, or undefined when it may.
 * @param {string} file path from the root of the repository, with forward slashes
 * @param {string} specifier as written in the import
 * @returns {string | undefined}
 */
export function refuseImport(file, specifier) {
  const from = partOf(file)
  const target = resolveInside(file, specifier)
  const isTest = /(\.test\.tsx?|\/test-[^/]+\.ts)$/.test(file)
  if (target === undefined) {
    if (from.startsWith("core/") && !isTest) return `core imports no package ("${specifier}")`
    if (from.startsWith("web") && specifier.startsWith("node:") && !isTest) return `the browser has no "${specifier}"`
    return undefined
  }
  const to = partOf(target)
  if (isTest && (to === "testing" || (isServer(from) && isServer(to)))) return undefined
  return mayKnow(from, to) ? undefined : `${from} may not know ${to}`
}

/** @param {string} from @param {string} to */
function mayKnow(from, to) {
  if (from.startsWith("core/")) {
    const allowed = core[/** @type {keyof typeof core} */ (from)]
    if (allowed !== undefined) return allowed.includes(to)
    return to.startsWith("core/") && !strangers.some((pair) => pair.includes(from) && pair.includes(to) && from !== to)
  }
  if (isServer(from)) return isServer(to) ? standsOn(from, to) : to.startsWith("core/") || to === "config"
  if (webBase.includes(from)) return webBase.includes(to) || to.startsWith("core/")
  const allowed = webGround[from]
  if (allowed) return from === to || allowed.includes(to) || webBase.includes(to) || to.startsWith("core/")
  if (from === turn && to.startsWith("web/")) return to === turn || webBase.includes(to)
  if (from.startsWith("web/features/"))
    return featureOf(from) === featureOf(to) || isGround(to) || webBase.includes(to) || to.startsWith("core/")
  if (from === "web") return to.startsWith("web") || to.startsWith("core/")
  // testing, e2e, bench and scripts look at everything.
  return true
}

/** The part of the house that a file belongs to. @param {string} path */
function partOf(path) {
  const [floor = "", noun = "", third = ""] = path.split("/")
  if (floor === "core") return `core/${noun}`
  if (floor === "server") return serverPartOf(path)
  if (floor !== "web") return floor
  if (noun === "features") return path.startsWith(`${turn}/`) ? turn : `web/features/${third}`
  const part = `web/${noun}`
  return webBase.includes(part) || isGround(part) ? part : "web"
}

/** @param {string} part */
function isServer(part) {
  return part === "server" || part.startsWith("server/")
}

/** @param {string} part */
function isGround(part) {
  return part in webGround
}

/** @param {string} part */
function featureOf(part) {
  return part === turn ? "web/features/chat" : part
}

/** @param {string} file @param {string} specifier @returns {string | undefined} undefined for a package */
function resolveInside(file, specifier) {
  if (specifier.startsWith("#core/")) return specifier.slice(1)
  if (specifier.startsWith(".")) return posix.join(posix.dirname(file), specifier)
  return undefined
}
