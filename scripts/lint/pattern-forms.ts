// Simpler forms of a regular expression, at least as slow as the pattern itself, which an automaton can judge exactly.

type Node =
  | { readonly kind: "text"; readonly source: string }
  | { readonly kind: "sequence"; readonly items: readonly Node[] }
  | { readonly kind: "choice"; readonly branches: readonly Node[] }
  | { readonly kind: "group"; readonly name: string; readonly body: Node }
  | { readonly kind: "look"; readonly behind: boolean; readonly body: Node }
  | { readonly kind: "again"; readonly name: string }
  | { readonly kind: "times"; readonly item: Node; readonly least: number; readonly most: number }

/** A pattern as forms without lookarounds, backreferences, word borders and large counts. */
export interface PatternForms {
  /** With every count from `fewest` on as "any number"; none where the pattern cannot take more than a fixed time. */
  readonly wide: readonly Form[]
  /** With those counts as small ones: what is slow only in `wide` is slow by no more than `factor`. */
  readonly narrow: readonly Form[]
  /** In how many ways it may match at one place if what repeats without end did so in one. */
  readonly factor: number
  /** It begins at one place only. */
  readonly anchored: boolean
  /** In how many ways the pattern may match at one place; Infinity where some part repeats without end. */
  readonly ways: number
  /** Why no form can be made, as a sentence. */
  readonly refused?: string
}

export interface Form {
  readonly source: string
  readonly flags: string
}

/** Counts above this are widened. */
const fewest = 4

export function formsOf(source: string, flags: string): PatternForms {
  const root = parsePattern(source)
  const anchored = isAnchored(root) && !flags.includes("m")
  const base = { anchored, factor: waysOf(root, 1), ways: waysOf(root, Infinity) }
  if (!repeats(root) && countsIn(root).length === 0) return { ...base, wide: [], narrow: [] }
  const looks = looksIn(root, anchored)
  if (looks === "refused") {
    const refused = "a lookaround without a bound is tried again at every place"
    return { ...base, wide: [], narrow: [], refused }
  }
  const all = (widen: boolean): readonly Form[] => [
    ...formsIn(root, root, { flags, widen, anchored }),
    ...looks.flatMap((body) => formsIn(body, root, { flags, widen, anchored: true }).map(fromStart)),
  ]
  return { ...base, wide: all(true).filter(isRepeating), narrow: all(false).filter(isRepeating) }
}

function isRepeating({ source }: Form): boolean {
  return /[*+]|,\}/.test(source)
}

function fromStart({ source, flags }: Form): Form {
  return { source: `^(?:${source})`, flags }
}

interface Writing {
  readonly flags: string
  readonly widen: boolean
  readonly anchored: boolean
}

/**
 * The pattern as it stands; and, where it may begin anywhere, each repeating branch of its choices alone and with all that is
 * optional in it required: in a text with many matches a branch may fail each time after a long look, and another one match.
 */
function formsIn(body: Node, root: Node, { flags, widen, anchored }: Writing): readonly Form[] {
  const most = anchored ? 0 : mostBranches(body)
  const picks = [undefined, ...Array.from({ length: most }, (_, at) => at)]
  const sources = picks.map((pick) => write(body, { root, widen, pick }))
  return [...new Set(sources)].map((text) => withoutCase(text, flags))
}

/** Without `i` the automaton is a hundredth in size: a pattern in small letters is as slow on a text in small letters. */
function withoutCase(source: string, flags: string): Form {
  const kept = flags.replaceAll(/[gyd]/g, "")
  if (!kept.includes("i")) return { source, flags: kept }
  const small = source.replaceAll(/\\(?:[pPk]\{[^}]*\}|u\{[^}]*\}|u[\dA-Fa-f]{4}|[^])|[^\\]/g, (part) =>
    part.startsWith("\\") ? part : part.toLowerCase(),
  )
  const form = { source: small, flags: kept.replace("i", "") }
  try {
    new RegExp(form.source, form.flags)
    return form
  } catch {
    return { source, flags: kept }
  }
}

interface Written {
  readonly root: Node
  readonly widen: boolean
  /** The branch to take at each choice; then what is optional is required, too. */
  readonly pick: number | undefined
}

function write(node: Node, how: Written): string {
  switch (node.kind) {
    case "text":
      return node.source
    case "sequence":
      return node.items.map((item) => write(item, how)).join("")
    case "choice": {
      const { pick } = how
      if (pick === undefined) return `(?:${node.branches.map((branch) => write(branch, how)).join("|")})`
      const branches = repeatingBranches(node)
      return write(branches[pick % branches.length] ?? node.branches[0] ?? node, how)
    }
    case "group":
      return `(?:${write(node.body, how)})`
    case "look":
      return ""
    case "again": {
      const body = groupNamed(how.root, node.name)
      return body === undefined ? "" : `(?:${write(body, how)})`
    }
    case "times":
      return `(?:${write(node.item, how)})${countOf(node.least, node.most, how)}`
  }
}

function countOf(least: number, most: number, { widen, pick }: Written): string {
  const fromOne = pick !== undefined && least === 0 ? 1 : Math.min(least, 2)
  if (most === Infinity) return fromOne === 0 ? "*" : fromOne === 1 ? "+" : `{${fromOne},}`
  if (most <= fewest) return `{${Math.min(Math.max(least, fromOne), most)},${most}}`
  return widen ? `{${fromOne},}` : `{${fromOne},${fewest}}`
}

/** Whether some part may be repeated without end. */
function repeats(node: Node): boolean {
  return node.kind === "times" ? node.most === Infinity || repeats(node.item) : innerOf(node).some(repeats)
}

function countsIn(node: Node): readonly number[] {
  const own = node.kind === "times" && node.most !== Infinity && node.most > fewest ? [node.most] : []
  return [...own, ...innerOf(node).flatMap(countsIn)]
}

function mostBranches(node: Node): number {
  return Math.max(node.kind === "choice" ? repeatingBranches(node).length : 1, ...innerOf(node).map(mostBranches))
}

function repeatingBranches({ branches }: { readonly branches: readonly Node[] }): readonly Node[] {
  return branches.filter((branch) => repeats(branch) || countsIn(branch).length > 0)
}

/** At most, as two branches of a choice are taken to match the same. `endless`: the ways of what repeats without end. */
function waysOf(node: Node, endless: number): number {
  const inner = innerOf(node).map((part) => waysOf(part, endless))
  if (node.kind === "sequence" || node.kind === "group" || node.kind === "look")
    return inner.reduce((product, ways) => product * ways, 1)
  if (node.kind === "choice") return inner.reduce((sum, ways) => sum + ways, 0)
  if (node.kind !== "times") return 1
  const [ways = 1] = inner
  if (node.most === Infinity) return endless
  if (ways === 1) return node.most - node.least + 1
  return ways ** node.most * 2
}

function isAnchored(node: Node): boolean {
  if (node.kind === "text") return node.source === "^"
  if (node.kind === "sequence") return node.items[0] !== undefined && isAnchored(node.items[0])
  if (node.kind === "choice") return node.branches.every(isAnchored)
  return node.kind === "group" && isAnchored(node.body)
}

/**
 * The bodies of lookarounds without a bound. One is judged from its start alone where it is tried once: ahead, in a pattern
 * that begins at one place, with nothing repeated before it. All others are refused.
 */
function looksIn(root: Node, anchored: boolean): readonly Node[] | "refused" {
  const found: Node[] = []
  let repeated = !anchored
  let refused = false
  const visit = (node: Node): void => {
    if (node.kind === "look" && repeats(node.body)) {
      if (repeated || node.behind) refused = true
      else found.push(node.body)
      return
    }
    if (node.kind === "times" && node.most > 1) repeated = true
    for (const inner of innerOf(node)) visit(inner)
  }
  visit(root)
  return refused ? "refused" : found
}

function innerOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case "sequence":
      return node.items
    case "choice":
      return node.branches
    case "group":
    case "look":
      return [node.body]
    case "times":
      return [node.item]
    default:
      return []
  }
}

function groupNamed(node: Node, name: string): Node | undefined {
  if (node.kind === "group" && node.name.split(" ").includes(name)) return node.body
  return innerOf(node)
    .map((inner) => groupNamed(inner, name))
    .find((body) => body !== undefined)
}

/** Reads what the language has already taken for a pattern; throws on what this reader does not know. */
function parsePattern(source: string): Node {
  let at = 0
  let groups = 0

  function take(pattern: RegExp): RegExpExecArray | undefined {
    const sticky = new RegExp(pattern.source, `${pattern.flags}y`)
    sticky.lastIndex = at
    const found = sticky.exec(source)
    if (found) at = sticky.lastIndex
    return found ?? undefined
  }

  function choice(): Node {
    const branches = [sequence()]
    while (take(/\|/)) branches.push(sequence())
    const [only] = branches
    return branches.length === 1 && only ? only : { kind: "choice", branches }
  }

  function sequence(): Node {
    const items: Node[] = []
    while (at < source.length && !"|)".includes(source.charAt(at))) items.push(counted(single()))
    return { kind: "sequence", items }
  }

  function counted(item: Node): Node {
    const [found, sign, least, comma, most] = take(/([*+?])\??|\{(\d+)(,?)(\d*)\}\??/) ?? []
    if (found === undefined) return item
    if (sign !== undefined)
      return { kind: "times", item, least: sign === "+" ? 1 : 0, most: sign === "?" ? 1 : Infinity }
    const end = comma === "" ? Number(least) : most === "" ? Infinity : Number(most)
    return { kind: "times", item, least: Number(least), most: end }
  }

  function single(): Node {
    if (take(/\\[bB]/)) return { kind: "text", source: "" }
    const [, number, name] = take(/\\(?:([1-9]\d*)|k<([^>]+)>)/) ?? []
    if (number !== undefined || name !== undefined) return { kind: "again", name: number ?? name ?? "" }
    const escaped = take(/\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|c[A-Za-z]|[^])/)
    if (escaped) return { kind: "text", source: escaped[0] }
    const set = take(/\[(?:\\[^]|[^\]\\])*\]/)
    if (set) return { kind: "text", source: set[0] }
    const opened = take(/\((?:\?(?:(:)|(<)?([=!])|<([^>]+)>))?/)
    if (!opened) return { kind: "text", source: take(/[^]/u)?.[0] ?? "" }
    const [, , behind, look, named] = opened
    const isGroup = opened[0] === "(" || named !== undefined
    if (isGroup) groups += 1
    const number_ = String(groups)
    const body = choice()
    if (!take(/\)/)) throw new Error(`the group at ${at} of /${source}/ does not close`)
    if (look !== undefined) return { kind: "look", behind: behind !== undefined, body }
    return { kind: "group", name: isGroup ? `${number_} ${named ?? ""}`.trim() : "", body }
  }

  const root = choice()
  if (at < source.length) throw new Error(`/${source}/ cannot be read from ${at} on`)
  return root
}
