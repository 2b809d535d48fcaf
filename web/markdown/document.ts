import type { Token } from "markdown-it"
import { depthCap, openCap } from "./markdown-limits.ts"
import {
  copyOf,
  type Environment,
  newEnvironment,
  parseArriving,
  parseArrivingTable,
  parseMarkdown,
  readDefinitions,
} from "./parser.ts"

/**
 * A message read as Markdown, block by block. While an answer streams, `advance` is given the longer text each time:
 * blocks that can no longer change are frozen, keep their identity and are never parsed again; only the open tail is.
 *
 * The laws (held by `document.test.ts`):
 * - however a text was cut while it arrived, once it is whole its blocks are those of one reading of the whole text;
 * - a frozen block is the very same object in every later document of the stream.
 */
export interface MarkdownDocument {
  readonly blocks: readonly Block[]
  /** How many of the blocks are frozen. */
  readonly frozenBlocks: number
  /** How many characters of the text they cover, which link definitions they hold, and how many cells their tables have. */
  readonly frozenLength: number
  readonly frozenEnvironment: Environment
  readonly text: string
  readonly complete: boolean
}

/** A top-level block: one element of the page. */
export interface Block {
  readonly source: string
  /** Absent when the block is nested too deep to be drawn; its source is shown instead. */
  readonly tokens: readonly Token[] | undefined
  /** More of it may still arrive. */
  readonly open: boolean
}

export const emptyDocument: MarkdownDocument = {
  blocks: [],
  frozenBlocks: 0,
  frozenLength: 0,
  frozenEnvironment: newEnvironment(),
  text: "",
  complete: false,
}

/**
 * Whether so much has arrived that the open block should be read again. Up to `openCap` characters it always is; a list or
 * table longer than that only when it has grown by a quarter, or reading it would cost the square of its length. Code is
 * read by lines, and quickly.
 */
export function isWorthReading({ blocks, frozenLength, text, complete }: MarkdownDocument, next: string): boolean {
  const read = text.length - frozenLength
  const isCode = blocks.at(-1)?.tokens?.[0]?.type === "fence"
  return complete || read < openCap || isCode || !next.startsWith(text) || next.length - frozenLength > read * 1.25
}

/** Reads `text`, which usually continues the text of `previous`. `complete` says that nothing will follow. */
export function advance(previous: MarkdownDocument, text: string, complete: boolean): MarkdownDocument {
  if (previous.complete && complete && previous.text === text) return previous
  const base = !previous.complete && isContinued(previous, text) ? previous : emptyDocument
  if (complete) return finish(base, text)

  const tail = text.slice(base.frozenLength)
  const tokens = parseArriving(tail, base.frozenEnvironment)
  const sources = splitBlocks(tail, tokens)
  const freezable = countFreezable(tail, sources)
  const frozenEnd = sources[freezable]?.start ?? 0

  const frozen = base.blocks.slice(0, base.frozenBlocks)
  // What is guessed is drawn, and freezes nothing.
  const table = parseArrivingTable(tail, tokens, base.frozenEnvironment)
  const shown = table === undefined ? sources : splitBlocks(tail, table)
  const blocks = shown.map((part, index) => block(part, index === shown.length - 1))
  if (frozenEnd === 0) return { ...base, blocks: [...frozen, ...blocks], text }

  const frozenEnvironment = copyOf(base.frozenEnvironment)
  readDefinitions(tail.slice(0, frozenEnd), frozenEnvironment)
  return {
    blocks: [...frozen, ...blocks],
    frozenBlocks: base.frozenBlocks + freezable,
    frozenLength: base.frozenLength + frozenEnd,
    frozenEnvironment,
    text,
    complete: false,
  }
}

/** Whether the frozen blocks of `previous` begin `text` too. One that reached its cap is a little shorter than it was. */
function isContinued(previous: MarkdownDocument, text: string): boolean {
  return text.startsWith(previous.text) || (text.length >= previous.frozenLength && previous.text.startsWith(text))
}

/**
 * The last reading. A link may be used above its definition, so a text with definitions is read whole once more;
 * blocks without a bracket cannot be touched by that and stay the same objects.
 */
function finish(base: MarkdownDocument, text: string): MarkdownDocument {
  const tail = text.slice(base.frozenLength)
  const environment = copyOf(base.frozenEnvironment)
  const tailParts = splitBlocks(tail, parseMarkdown(tail, environment))
  const parts =
    Object.keys(environment.references).length === 0 || base.frozenBlocks === 0
      ? [...base.blocks.slice(0, base.frozenBlocks), ...tailParts.map((part) => block(part, false))]
      : splitBlocks(text, parseMarkdown(text, newEnvironment())).map((part, index) => {
          const known = index < base.frozenBlocks ? base.blocks[index] : undefined
          return known && known.source === part.source && !part.source.includes("[") ? known : block(part, false)
        })
  return {
    blocks: parts,
    frozenBlocks: parts.length,
    frozenLength: text.length,
    frozenEnvironment: environment,
    text,
    complete: true,
  }
}

interface BlockPart {
  /** Offset in the text that was parsed. */
  readonly start: number
  readonly source: string
  readonly tokens: readonly Token[]
}

function block(part: BlockPart, open: boolean): Block {
  const tooDeep = part.tokens.some((token) => token.level >= depthCap - 1 || (token.children?.some(isTooDeep) ?? false))
  return { source: part.source, tokens: tooDeep ? undefined : part.tokens, open }
}

function isTooDeep(token: Token): boolean {
  return token.level >= depthCap - 1
}

/** Groups a flat list of tokens by the top-level block they belong to. */
function splitBlocks(text: string, tokens: readonly Token[]): BlockPart[] {
  const lineStarts = lineOffsets(text)
  const parts: BlockPart[] = []
  let first = 0
  for (const [index, token] of tokens.entries()) {
    const endsBlock = token.level === 0 && token.nesting <= 0
    if (!endsBlock) continue
    const [startLine, endLine] = tokens[first]?.map ?? [0, 0]
    const start = lineStarts[startLine] ?? text.length
    const end = lineStarts[endLine] ?? text.length
    parts.push({ start, source: text.slice(start, end).trimEnd(), tokens: tokens.slice(first, index + 1) })
    first = index + 1
  }
  return parts
}

/** Where each line begins. Line ends are those of markdown-it: `\n`, `\r\n` and `\r`. */
function lineOffsets(text: string): number[] {
  const offsets = [0]
  for (const match of text.matchAll(/\r\n?|\n/g)) offsets.push(match.index + match[0].length)
  return offsets
}

/**
 * How many leading blocks nothing that follows can change: all but the last, provided that the last one has really
 * begun. It has when its first line is complete (an open "2" under "1. …" may become the next item, "2. …"; a table
 * needs its second line too, or it is a paragraph still) and when it does not stand right under a link definition (it
 * may turn out to be the definition's title).
 */
function countFreezable(tail: string, parts: readonly BlockPart[]): number {
  const last = parts.at(-1)
  const previous = parts.at(-2)
  if (last === undefined || previous === undefined) return 0
  const linesToBegin = last.tokens[0]?.type === "table_open" ? 2 : 1
  const completeLines = tail.slice(last.start).split(/\n|\r(?=.)/, linesToBegin + 1).length - 1
  const mayBeTitle = previous.tokens[0]?.type === "reference_definition" && !tail.slice(0, last.start).endsWith("\n\n")
  return completeLines >= linesToBegin && !mayBeTitle ? parts.length - 1 : 0
}
