import type { Token } from "markdown-it"
import { createElement, Fragment, memo, type ReactNode } from "react"
import { withoutDirectionMarks } from "#core/markdown/direction-marks.ts"
import { texts } from "../platform/language/texts.ts"
import { childrenCap, diagramCap, rowsAtOnce } from "./markdown-limits.ts"
import { sourceNumber } from "./citation-marks.ts"
import { SourceCall } from "./cited-sources.tsx"
import { CodeBlock } from "./code-block.tsx"
import { Diagram } from "./diagram.tsx"
import { FootnoteCall } from "./footnotes.tsx"
import { FormulaSource, FormulaView } from "./formula.tsx"
import { useProgressiveCount } from "./use-progressive-count.ts"
import type { FormulaMeta } from "./math-text.ts"
import formulaStyles from "./formula.module.css"
import styles from "./markdown.module.css"
import { MessageImage } from "./message-image.tsx"
import { MessageLink } from "./message-link.tsx"
import { readingDirection } from "./reading-direction.ts"
import tableStyles from "./scrolling-table.module.css"
import { ScrollingTable } from "./scrolling-table.tsx"
import { startOfNodes, textOfNodes, treeOf, type MarkdownNode } from "./tree.ts"

/** The elements of one top-level block. `open`: more of it may still arrive. */
export function BlockElements({ tokens, open }: { readonly tokens: readonly Token[]; readonly open: boolean }) {
  return <>{elementsOf(treeOf(tokens), { open, inLink: false })}</>
}

interface Place {
  readonly open: boolean
  readonly inLink: boolean
}

/**
 * One child each, in order: React matches them by position, which is how a growing block changes. `width`: how many
 * usual children each of them is worth.
 */
function elementsOf(nodes: readonly MarkdownNode[], place: Place, width = 1): ReactNode {
  return nodes.length * width > childrenCap.atOnce ? (
    <ManyElements nodes={nodes} place={place} step={Math.ceil(childrenCap.step / width)} />
  ) : (
    fewElements(nodes, place)
  )
}

function fewElements(nodes: readonly MarkdownNode[], place: Place): ReactNode[] {
  return nodes.map((node, index) => <Fragment key={index}>{elementOf(node, place)}</Fragment>)
}

interface ManyElementsProps {
  readonly nodes: readonly MarkdownNode[]
  readonly place: Place
  /** How many of them come in one moment. */
  readonly step: number
}

/** A list of thousands, a paragraph of formulas: what does not fit into a moment is drawn in the moments after it. */
function ManyElements({ nodes, place, step }: ManyElementsProps) {
  const parts = useProgressiveCount(Math.ceil(nodes.length / step), childrenCap.atOnce / childrenCap.step)
  return Array.from({ length: parts }, (_, part) => (
    <SomeElements key={part} nodes={nodes} place={place} step={step} first={part * step} />
  ))
}

const SomeElements = memo(function SomeElements({
  nodes,
  place,
  step,
  first,
}: ManyElementsProps & { readonly first: number }) {
  return fewElements(nodes.slice(first, first + step), place)
})

function wordsOf({ content }: Token, { inLink }: Place): string {
  return inLink ? withoutDirectionMarks(content) : content
}

function elementOf({ token, children }: MarkdownNode, place: Place): ReactNode {
  const inside = () => elementsOf(children, place)
  switch (token.type) {
    case "text":
      return wordsOf(token, place)
    case "softbreak":
    case "hardbreak":
      return <br />
    case "paragraph_open":
      return token.hidden ? inside() : <p dir="auto">{inside()}</p>
    case "strong_open":
      return <strong>{inside()}</strong>
    case "em_open":
      return <em>{inside()}</em>
    case "s_open":
      return <del>{inside()}</del>
    case "sub_open":
      return <sub>{inside()}</sub>
    case "sup_open":
      return <sup>{inside()}</sup>
    case "code_inline":
      return <code>{wordsOf(token, place)}</code>
    case "formula":
      return formula(token)
    case "formula_block":
      return <div className={formulaStyles.formulaLine}>{formula(token)}</div>
    case "footnote_call":
      return footnoteCall(token)
    case "footnote_open":
      // Stands with the others, under the text.
      return null
    case "link_open":
      return (
        <MessageLink href={attribute(token, "href") ?? ""} text={textOfNodes(children)}>
          {elementsOf(children, { ...place, inLink: true })}
        </MessageLink>
      )
    case "image":
      return (
        <MessageImage
          src={attribute(token, "src") ?? ""}
          description={withoutDirectionMarks(textOfNodes(treeOf(token.children ?? [])))}
          inLink={place.inLink}
        />
      )
    case "fence":
    case "code_block":
      return codeOrDiagram(token, place)
    case "heading_open":
      return createElement(headingTag(token.tag), { dir: "auto", className: styles[token.tag] }, inside())
    case "bullet_list_open":
      return <ul dir={directionOf(children)}>{inside()}</ul>
    case "ordered_list_open":
      return (
        <ol start={Number(attribute(token, "start") ?? 1)} dir={directionOf(children)}>
          {inside()}
        </ol>
      )
    case "list_item_open":
      return listItem(children, place)
    case "blockquote_open":
      return <blockquote dir={directionOf(children)}>{inside()}</blockquote>
    case "hr":
      return <hr />
    case "table_open":
      return <TableElement nodes={children} place={place} />
    case "thead_open":
      return <thead>{inside()}</thead>
    case "tbody_open":
      return <tbody>{elementsOf(children, place, rowWidth(children))}</tbody>
    case "tr_open":
      return <tr>{inside()}</tr>
    case "th_open":
      return (
        <th dir="auto" className={alignment(token)}>
          {inside()}
        </th>
      )
    case "td_open":
      return (
        <td dir="auto" className={alignment(token)}>
          {inside()}
        </td>
      )
    case "reference_definition":
      return null
    default:
      return token.content || inside()
  }
}

/** Headings of an answer stand below the name of who speaks (level 2), whatever level the model chose. */
function headingTag(tag: string): string {
  return tag === "h1" || tag === "h2" ? "h3" : tag
}

function footnoteCall({ info, content }: Token): ReactNode {
  const number = sourceNumber(info)
  return number === undefined ? <FootnoteCall name={info} source={content} /> : <SourceCall number={number} />
}

function formula(token: Token): ReactNode {
  const meta = token.meta as FormulaMeta | null
  if (!meta) return <FormulaSource source={token.content} />
  return <FormulaView tex={meta.tex} display={meta.display} source={token.content} />
}

/** A diagram is drawn once it is whole. */
function codeOrDiagram(token: Token, place: Place): ReactNode {
  const language = languageOf(token.info)
  const isDiagram = language.toLowerCase() === "mermaid" && !place.open && token.content.length <= diagramCap
  if (isDiagram) return <Diagram source={token.content} />
  return <CodeBlock code={token.content} language={language} open={place.open} />
}

/** `- [ ] text` is a task: its box is shown, not operated. */
function listItem(children: readonly MarkdownNode[], place: Place): ReactNode {
  const [first, ...others] = children
  const box = first?.children[0]?.token
  const mark = box?.type === "text" ? /^\[([ xX])\]\s+/.exec(box.content) : null
  if (!first || !box || !mark) return <li dir="auto">{elementsOf(children, place)}</li>
  const words = { token: { ...box, content: box.content.slice(mark[0].length) } as Token, children: [] }
  const rest = [{ ...first, children: [words, ...first.children.slice(1)] }, ...others]
  const done = mark[1] !== " "
  return (
    <li dir="auto" className={styles.task}>
      <input
        type="checkbox"
        checked={done}
        disabled
        aria-label={done ? texts().chat.taskDone : texts().chat.taskOpen}
      />
      {elementsOf(rest, place)}
    </li>
  )
}

function TableElement({ nodes, place }: { readonly nodes: readonly MarkdownNode[]; readonly place: Place }) {
  const rows = nodes.find(({ token }) => token.type === "tbody_open")?.children ?? []
  const shown = rowsAtOnce(rows[0]?.children.length ?? 1)
  return (
    // Its columns follow its own words, on a page of either direction.
    <ScrollingTable isWhole={rows.length <= shown} direction={directionOf(nodes) ?? "ltr"}>
      {(showAll) =>
        elementsOf(
          showAll || rows.length <= shown
            ? nodes
            : nodes.map((node) => ({ ...node, children: node.children.slice(0, shown) })),
          place,
        )
      }
    </ScrollingTable>
  )
}

/** A row of a table is worth one usual child for each five of its cells. */
function rowWidth([row]: readonly MarkdownNode[]): number {
  return Math.max(1, (row?.children.length ?? 0) / 5)
}

/** The direction follows from the first words, so that a growing list is not read again to its end. */
function directionOf(nodes: readonly MarkdownNode[]): "rtl" | undefined {
  return readingDirection(startOfNodes(nodes, 200))
}

/** markdown-it writes `text-align:right`; ours follow the reading direction. */
function alignment(token: Token): string | undefined {
  const style = attribute(token, "style") ?? ""
  if (style.includes("right")) return tableStyles.alignEnd
  return style.includes("center") ? tableStyles.alignCenter : undefined
}

function attribute(token: Token, name: string): string | undefined {
  const value = token.attrGet?.(name)
  return value == null ? undefined : String(value)
}

/** "```ts title=x" names its language in the first word. */
function languageOf(info: string): string {
  return /^[\w+#.-]{1,30}/.exec(info.trim())?.[0] ?? ""
}
