/*
 * Programs keep a conversation as a tree: what was asked again, and what was answered again, are branches of it. Ours is a line
 * whose answers may have versions. So every other answer becomes a version, and every other question a copy of the conversation.
 */

export interface TreeNode<Payload> {
  readonly id: string
  /** The node it follows; one that does not exist counts as none. */
  readonly parent?: string | undefined
  readonly isQuestion: boolean
  readonly payload: Payload
}

/** What was asked, the answer that is shown, and the others, each a chain of nodes. */
export interface Turn<Payload> {
  /** Absent: something was said before anything was asked. */
  readonly question?: TreeNode<Payload>
  readonly answer: readonly TreeNode<Payload>[]
  readonly before: readonly (readonly TreeNode<Payload>[])[]
  readonly after: readonly (readonly TreeNode<Payload>[])[]
}

export interface Line<Payload> {
  /** The first node that only this line has; absent for the line that the program showed. */
  readonly own?: string
  readonly turns: readonly Turn<Payload>[]
}

/** Most lines of one conversation, and most answers to one question: a hostile tree has millions. */
const most = { lines: 100, answers: 100 }

interface Chain<Payload> {
  readonly nodes: readonly TreeNode<Payload>[]
  readonly next: readonly TreeNode<Payload>[]
}

interface Task<Payload> {
  readonly prefix: readonly Turn<Payload>[]
  readonly question: TreeNode<Payload> | undefined
  readonly chosen?: Chain<Payload>
  readonly own?: string
}

/** The lines of a tree, the shown one first. `current`: the last node that the program showed. `left`: lines and answers beyond the most. */
export function linesOf<Payload>(
  nodes: readonly TreeNode<Payload>[],
  current: string | undefined,
): { readonly lines: readonly Line<Payload>[]; readonly left: number } {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const children = childrenOf(byId)
  const shown = pathTo(byId, current)
  const lines: Line<Payload>[] = []
  const tasks: Task<Payload>[] = [{ prefix: [], question: undefined }]
  let left = 0
  for (const first of tasks) {
    const turns = [...first.prefix]
    let task: Task<Payload> | undefined = first
    while (task !== undefined) {
      const { question, chosen }: Task<Payload> = task
      const before = turns.length
      const found = chosen === undefined ? chainsOf(question, children) : { chains: [chosen], left: 0 }
      const chains: readonly Chain<Payload>[] = found.chains
      left += found.left
      const at = bestOf(chains, shown)
      const chain = chains[at]
      if (chain === undefined) break
      const kept = (part: readonly Chain<Payload>[]) => part.map((one) => one.nodes).filter((one) => one.length > 0)
      turns.push({
        ...(question === undefined ? {} : { question }),
        answer: chain.nodes,
        before: kept(chains.slice(0, at)),
        after: kept(chains.slice(at + 1)),
      })
      for (const other of chains) {
        const own: string | undefined = other.nodes.at(-1)?.id ?? other.next[0]?.id
        if (other === chain || other.next.length === 0 || own === undefined) continue
        if (tasks.length >= most.lines) left += 1
        else tasks.push({ prefix: shownOf(turns.slice(0, before)), question, chosen: other, own })
      }
      const going: TreeNode<Payload> | undefined = chain.next.findLast(({ id }) => shown.has(id)) ?? chain.next.at(-1)
      for (const other of chain.next) {
        if (other === going) continue
        if (tasks.length >= most.lines) left += 1
        else tasks.push({ prefix: shownOf(turns), question: other, own: other.id })
      }
      task = going === undefined ? undefined : { prefix: [], question: going }
    }
    lines.push({ ...(first.own === undefined ? {} : { own: first.own }), turns })
  }
  return { lines, left }
}

/** What two lines have in common: the shown answers. The others stay with the first line. */
function shownOf<Payload>(turns: readonly Turn<Payload>[]): readonly Turn<Payload>[] {
  return turns.map((turn) => ({ ...turn, before: [], after: [] }))
}

/** The children of each node by its id, those without a parent under the empty one. Every node can be reached from there. */
function childrenOf<Payload>(byId: ReadonlyMap<string, TreeNode<Payload>>): Map<string, TreeNode<Payload>[]> {
  const children = new Map<string, TreeNode<Payload>[]>()
  const roots: TreeNode<Payload>[] = []
  const parents = new Map<string, string>()
  for (const node of byId.values()) {
    const { parent } = node
    if (parent === undefined || parent === node.id || !byId.has(parent)) roots.push(node)
    else parents.set(node.id, parent)
  }
  // A circle has no first node: the first that was written is taken for it.
  const state = new Map<string, "above" | "known">()
  for (const node of byId.values()) {
    const above: string[] = []
    let at: string | undefined = node.id
    while (at !== undefined && !state.has(at)) {
      state.set(at, "above")
      above.push(at)
      at = parents.get(at)
    }
    if (at !== undefined && state.get(at) === "above") {
      parents.delete(at)
      const first = byId.get(at)
      if (first !== undefined) roots.push(first)
    }
    for (const id of above) state.set(id, "known")
  }
  for (const node of byId.values()) {
    const parent = parents.get(node.id)
    if (parent === undefined) continue
    const known = children.get(parent) ?? []
    known.push(node)
    children.set(parent, known)
  }
  children.set("", roots)
  return children
}

/** The ids from a node up to its first ancestor. */
function pathTo<Payload>(byId: ReadonlyMap<string, TreeNode<Payload>>, current: string | undefined): Set<string> {
  const path = new Set<string>()
  for (let at = current; at !== undefined && byId.has(at) && !path.has(at); at = byId.get(at)?.parent) path.add(at)
  return path
}

/** Every answer to a question, and how many more there are at the least. A question that was followed by another has an empty one, too. */
function chainsOf<Payload>(
  question: TreeNode<Payload> | undefined,
  children: ReadonlyMap<string, readonly TreeNode<Payload>[]>,
): { readonly chains: readonly Chain<Payload>[]; readonly left: number } {
  interface Link {
    readonly node: TreeNode<Payload>
    readonly before: Link | undefined
  }
  const found: Chain<Payload>[] = []
  const parts = (id: string) => {
    const all = children.get(id) ?? []
    return { asked: all.filter(({ isQuestion }) => isQuestion), said: all.filter(({ isQuestion }) => !isQuestion) }
  }
  const first = parts(question?.id ?? "")
  if (first.asked.length > 0 || first.said.length === 0) found.push({ nodes: [], next: first.asked })
  const open: Link[] = first.said.toReversed().map((node) => ({ node, before: undefined }))
  while (found.length < most.answers) {
    const link = open.pop()
    if (link === undefined) break
    const { asked, said } = parts(link.node.id)
    if (asked.length > 0 || said.length === 0) {
      const nodes: TreeNode<Payload>[] = []
      for (let at: Link | undefined = link; at !== undefined; at = at.before) nodes.push(at.node)
      found.push({ nodes: nodes.toReversed(), next: asked })
    }
    for (const node of said.toReversed()) open.push({ node, before: link })
  }
  return { chains: found, left: open.length }
}

/** The chain that was shown; where none was, the last one in which somebody went on, else the last one. */
function bestOf<Payload>(chains: readonly Chain<Payload>[], shown: ReadonlySet<string>): number {
  let [best, bestScore] = [-1, -Infinity]
  for (const [at, { nodes, next }] of chains.entries()) {
    const on = nodes.filter(({ id }) => shown.has(id)).length
    const isGoingOn = next.some(({ id }) => shown.has(id))
    const score = on * 4 - (nodes.length - on) / (nodes.length + 1) + (isGoingOn ? 2 : 0) + (next.length > 0 ? 1 : 0)
    if (score >= bestScore) [best, bestScore] = [at, score]
  }
  return best
}
