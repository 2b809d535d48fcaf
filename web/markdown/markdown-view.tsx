import { memo, useContext, useMemo, useRef, useState } from "react"
import { hitsIn } from "#core/search/excerpt.ts"
import { texts } from "../platform/language/texts.ts"
import { BlockElements } from "./block-elements.tsx"
import { useNearScreen } from "./viewport/use-near-screen.ts"
import { lineCap, messageCap } from "./markdown-limits.ts"
import { advance, emptyDocument, isWorthReading, type Block } from "./document.ts"
import { FootnoteList, FootnoteNumbers, footnotesOf } from "./footnotes.tsx"
import styles from "./markdown.module.css"
import more from "./more.module.css"
import { OnPaper } from "./on-paper.ts"
import { PlainText } from "./plain-text.tsx"
import { withRestOfCode } from "./rest-of-code.ts"

export interface MarkdownViewProps {
  readonly text: string
  /** More may arrive: the last block stays open. */
  readonly streaming: boolean
  /** Words somebody comes for: where they first stand is drawn with the text. */
  readonly sought?: readonly string[] | undefined
}

/**
 * Blocks stand in groups of this many. The browser skips groups off the screen whole, and React groups that did not
 * change: a word at the end of a long answer costs as much as one at the end of a short one.
 */
const groupSize = 6

/**
 * Groups at both ends of a text that are drawn with it: there the reader begins. Those between come when the reader is
 * near, or one by one while the page is idle.
 */
const drawnAtOnce = 3

/** A guess at how high a character's share of a group is, in CSS pixels, until it is drawn. */
const heightOfCharacterPx = 0.4

/** A message's text as Markdown. Only blocks that changed are drawn again. */
export const MarkdownView = memo(function MarkdownView({ text, streaming, sought }: MarkdownViewProps) {
  const [memory] = useState(() => ({ document: emptyDocument }))
  const onPaper = useContext(OnPaper)
  const [showAll, setShowAll] = useState(onPaper)

  const readable = readableStart(text)
  const isWhole = !streaming || readable.length < text.length
  // A cache, not state: reading the same text again gives the same document.
  if (isWhole || isWorthReading(memory.document, readable))
    memory.document = advance(memory.document, readable, isWhole)

  const { document } = memory
  const { blocks, end } = useMemo(() => withRestOfCode(document, text, streaming), [document, text, streaming])
  const unread = readable.slice(document.text.length)
  const groups = groupsOf(blocks)
  const soughtAt = useMemo(() => placeOf(sought, memory.document.blocks), [sought, memory])
  const footnotes = readable.includes("[^") ? footnotesOf(blocks) : []
  return (
    <div className={styles.markdown}>
      <FootnoteNumbers footnotes={footnotes}>
        {groups.map((group, index) => (
          <BlockGroup
            key={index}
            blocks={group}
            isLast={index === groups.length - 1}
            atOnce={onPaper || index < drawnAtOnce || index >= groups.length - drawnAtOnce || index === soughtAt}
          />
        ))}
        {unread !== "" && <PlainText text={unread} />}
        <FootnoteList footnotes={footnotes} draw={noteContent} />
      </FootnoteNumbers>
      {readable.length < text.length &&
        end < text.length &&
        (showAll ? (
          <PlainText text={text.slice(end)} />
        ) : (
          <button type="button" className={more.more} data-rest="" onClick={() => setShowAll(true)}>
            {texts().chat.showAll}
          </button>
        ))}
    </div>
  )
})

function noteContent({ tokens = [] }: Block) {
  return <BlockElements tokens={tokens.slice(1, -1)} open={false} />
}

interface BlockGroupProps {
  readonly blocks: readonly Block[]
  /** May still grow. */
  readonly isLast: boolean
  /** The reader may begin here. Counts when it is first there. */
  readonly atOnce: boolean
}

const BlockGroup = memo(
  function BlockGroup({ blocks, isLast, atOnce }: BlockGroupProps) {
    const box = useRef<HTMLDivElement>(null)
    const [isBeginning] = useState(atOnce)
    const isDrawn = useNearScreen(box, 1, isBeginning)
    if (!isDrawn) return <div ref={box} data-part style={{ blockSize: guessedHeightPx(blocks) }} />
    return (
      <div data-part className={isLast ? styles.lastGroup : styles.group}>
        {blocks.map((block, index) => (
          <BlockView key={index} block={block} />
        ))}
      </div>
    )
  },
  (before, after) =>
    before.isLast === after.isLast &&
    before.blocks.length === after.blocks.length &&
    before.blocks.every((block, index) => block === after.blocks[index]),
)

function groupsOf(blocks: readonly Block[]): readonly (readonly Block[])[] {
  return Array.from({ length: Math.ceil(blocks.length / groupSize) }, (_, index) =>
    blocks.slice(index * groupSize, (index + 1) * groupSize),
  )
}

/** The first group of blocks with one of the words. */
function placeOf(words: readonly string[] | undefined, blocks: readonly Block[]): number | undefined {
  if (words === undefined) return undefined
  const sought = new Set(words)
  return Math.floor(blocks.findIndex(({ source }) => hitsIn(source, sought).length > 0) / groupSize)
}

const BlockView = memo(function BlockView({ block }: { readonly block: Block }) {
  if (block.tokens === undefined) return <PlainText text={block.source} />
  return <BlockElements tokens={block.tokens} open={block.open} />
})

function guessedHeightPx(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { source }) => sum + 30 + source.length * heightOfCharacterPx, 0)
}

/** The part of a too long text that is read as Markdown; it ends with a line where there is one. */
function readableStart(text: string): string {
  const lineEnd = text.lastIndexOf("\n", messageCap)
  const end = text.length <= messageCap ? text.length : lineEnd > messageCap / 2 ? lineEnd + 1 : messageCap
  return text.slice(0, Math.min(end, endOfLine(text, lineCap)))
}

/** The offset at which this many lines of a text end. */
function endOfLine(text: string, lines: number): number {
  let end = 0
  for (let line = 0; line < lines; line++) {
    end = text.indexOf("\n", end) + 1
    if (end === 0) return text.length
  }
  return end
}
