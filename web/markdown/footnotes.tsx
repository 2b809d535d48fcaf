import { createContext, useContext, useId, useMemo, useState, type ReactNode } from "react"
import { texts } from "../platform/language/texts.ts"
import { sourceNumber } from "./citation-marks.ts"
import { noteCap } from "./markdown-limits.ts"
import { OnPaper } from "./on-paper.ts"
import type { Block } from "./document.ts"
import { useProgressiveCount } from "./use-progressive-count.ts"
import styles from "./footnotes.module.css"
import more from "./more.module.css"

/** The notes of a message that its text calls, in the order of their numbers. */
export type Footnotes = readonly Footnote[]

export interface Footnote {
  readonly name: string
  readonly block: Block
}

interface Numbered {
  readonly prefix: string
  readonly numbers: ReadonlyMap<string, number>
}

const NumberedFootnotes = createContext<Numbered>({ prefix: "", numbers: new Map() })

/** Numbers the notes by the order in which the text calls them. Notes that nothing calls come last. */
export function footnotesOf(blocks: readonly Block[]): Footnotes {
  const notes = new Map<string, Block>()
  for (const block of blocks) {
    const name = block.tokens?.[0]?.type === "footnote_open" ? block.tokens[0].info : undefined
    if (name !== undefined && !notes.has(name)) notes.set(name, block)
  }
  if (notes.size === 0) return []
  const called = new Set(blocks.flatMap(callsOf).filter((name) => notes.has(name)))
  return [...called, ...[...notes.keys()].filter((name) => !called.has(name))].flatMap((name) => {
    const block = notes.get(name)
    return block ? [{ name, block }] : []
  })
}

const calls = new WeakMap<Block, readonly string[]>()

/** The notes a block calls. A block never changes, so it is looked through once. */
function callsOf(block: Block): readonly string[] {
  let names = calls.get(block)
  if (names === undefined) {
    names = (block.tokens ?? []).flatMap((token) =>
      (token.children ?? []).flatMap((child) =>
        child.type === "footnote_call" && sourceNumber(child.info) === undefined ? [child.info] : [],
      ),
    )
    calls.set(block, names)
  }
  return names
}

/** Tells the calls inside `children` their numbers. */
export function FootnoteNumbers({
  footnotes,
  children,
}: {
  readonly footnotes: Footnotes
  readonly children: ReactNode
}) {
  const prefix = useId()
  const names = footnotes.map(({ name }) => name).join(" ")
  const numbered = useMemo(
    () => ({ prefix, numbers: new Map(names === "" ? [] : names.split(" ").map((name, index) => [name, index + 1])) }),
    [prefix, names],
  )
  return <NumberedFootnotes value={numbered}>{children}</NumberedFootnotes>
}

/** `[^1]` in a text: leads to its note. Without one it is what it was written as. */
export function FootnoteCall({ name, source }: { readonly name: string; readonly source: string }) {
  const { prefix, numbers } = useContext(NumberedFootnotes)
  const number = numbers.get(name)
  if (number === undefined) return <>{source}</>
  return (
    <sup className={styles.call}>
      <a
        role="doc-noteref"
        href={`#${prefix}note-${number}`}
        data-call={`${prefix}${number}`}
        aria-label={texts().chat.footnote(number)}
        onClick={(event) => {
          event.preventDefault()
          goTo(document.getElementById(`${prefix}note-${number}`))
        }}
      >
        {number}
      </a>
    </sup>
  )
}

const notesAtOnce = 40

/** The notes, under the text, each with the way back to where it is called. */
export function FootnoteList({
  footnotes,
  draw,
}: {
  readonly footnotes: Footnotes
  readonly draw: (block: Block) => ReactNode
}) {
  const { prefix } = useContext(NumberedFootnotes)
  const [showAll, setShowAll] = useState(useContext(OnPaper))
  const wanted = showAll ? footnotes.length : Math.min(footnotes.length, noteCap)
  const drawn = notesAtOnce * useProgressiveCount(Math.ceil(wanted / notesAtOnce), 1)
  if (footnotes.length === 0) return null
  return (
    <section className={styles.footnotes} aria-label={texts().chat.footnotes}>
      <ol>
        {footnotes.slice(0, Math.min(drawn, wanted)).map(({ name, block }, index) => (
          <li key={name} id={`${prefix}note-${index + 1}`} tabIndex={-1} dir="auto">
            {draw(block)}
            <a
              role="doc-backlink"
              className={styles.backToText}
              href={`#${prefix}${index + 1}`}
              aria-label={texts().chat.backToText(index + 1)}
              data-uncopied
              onClick={(event) => {
                event.preventDefault()
                goTo(document.querySelector(`[data-call="${CSS.escape(`${prefix}${index + 1}`)}"]`))
              }}
            >
              ↩
            </a>
          </li>
        ))}
      </ol>
      {footnotes.length > noteCap && !showAll && (
        <button type="button" className={more.more} onClick={() => setShowAll(true)}>
          {texts().chat.showAll}
        </button>
      )}
    </section>
  )
}

function goTo(element: Element | null): void {
  if (!(element instanceof HTMLElement)) return
  element.focus({ preventScroll: true })
  element.scrollIntoView({ block: "nearest" })
}
