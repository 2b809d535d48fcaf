import type { Token } from "markdown-it"

/** An element with what is inside it, or a leaf. markdown-it lists opening and closing tokens flat. */
export interface MarkdownNode {
  readonly token: Token
  readonly children: readonly MarkdownNode[]
}

/** The tree of a flat list of tokens. Iterative: depth costs no stack. */
export function treeOf(tokens: readonly Token[]): readonly MarkdownNode[] {
  const root: MarkdownNode[] = []
  const open: MarkdownNode[][] = [root]
  for (const token of tokens) {
    const siblings = open.at(-1) ?? root
    if (token.nesting === -1) {
      if (open.length > 1) open.pop()
      continue
    }
    const children: MarkdownNode[] = []
    if (token.type === "inline") {
      siblings.push(...treeOf(token.children ?? []))
      continue
    }
    siblings.push({ token, children })
    if (token.nesting === 1) open.push(children)
  }
  return root
}

/** The first words of nodes, as many characters as asked or a few more, without reading the rest. */
export function startOfNodes(nodes: readonly MarkdownNode[], length: number): string {
  let text = ""
  for (const { token, children } of nodes) {
    text += children.length > 0 ? startOfNodes(children, length - text.length) : token.content
    if (text.length >= length) break
  }
  return text
}

/** The words of a node, without their form. */
export function textOfNodes(nodes: readonly MarkdownNode[]): string {
  return nodes.map(({ token, children }) => (children.length > 0 ? textOfNodes(children) : token.content)).join("")
}
