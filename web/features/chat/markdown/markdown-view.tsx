import { memo, useState } from "react"
import { texts } from "../../../platform/texts.ts"
import { BlockElements } from "./block-elements.tsx"
import { messageCap } from "./caps.ts"
import { advance, emptyDocument, type Block } from "./document.ts"
import { FootnoteList, FootnoteNumbers, footnotesOf } from "./footnotes.tsx"
import styles from "./markdown.module.css"
import { PlainText } from "./plain-text.tsx"

export interface MarkdownViewProps {
  readonly text: string
  /** More may arrive: the last block stays open. */
  readonly streaming: boolean
}

/**
 * Blocks stand in groups of this many. The browser skips groups off the screen whole, and React groups that did not
 * change: a word at the end of a long answer costs as much as one at the end of a short one.
 */
const groupSize = 6

/** A message's text as Markdown. Only blocks that changed are drawn again. */
export const MarkdownView = memo(function MarkdownView({ text, streaming }: MarkdownViewProps) {
  const [memory] = useState(() => ({ document: emptyDocument }))
  const [showAll, setShowAll] = useState(false)

  const readable = text.length > messageCap ? readableStart(text) : text
  // A cache, not state: reading the same text again gives the same document.
  memory.document = advance(memory.document, readable, !streaming || readable.length < text.length)

  const { blocks } = memory.document
  const footnotes = readable.includes("[^") ? footnotesOf(blocks) : []
  return (
    <div className={styles.markdown}>
      <FootnoteNumbers footnotes={footnotes}>
        {groupsOf(blocks).map((group, index, groups) => (
          <BlockGroup key={index} blocks={group} isLast={index === groups.length - 1} />
        ))}
        <FootnoteList footnotes={footnotes} draw={noteContent} />
      </FootnoteNumbers>
      {readable.length < text.length &&
        (showAll ? (
          <PlainText text={text.slice(readable.length)} />
        ) : (
          <button type="button" className={styles.more} onClick={() => setShowAll(true)}>
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
}

const BlockGroup = memo(
  function BlockGroup({ blocks, isLast }: BlockGroupProps) {
    return (
      <div className={isLast ? styles.lastGroup : styles.group}>
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

const BlockView = memo(function BlockView({ block }: { readonly block: Block }) {
  if (block.tokens === undefined) return <PlainText text={block.source} />
  return <BlockElements tokens={block.tokens} open={block.open} />
})

/** The part of a too long text that is read as Markdown; it ends with a line where there is one. */
function readableStart(text: string): string {
  const lineEnd = text.lastIndexOf("\n", messageCap)
  return text.slice(0, lineEnd > messageCap / 2 ? lineEnd + 1 : messageCap)
}
