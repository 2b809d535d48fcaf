import type { StatementLine } from "#core/ledger/statement.ts"
import { microReais } from "#core/lib/micro-reais.ts"

/** Parts of a text are read one after the other: no more than so many ms lie between two. */
const mostBetweenMs = 2 * 60_000

/**
 * What was read aloud one after the other as one line: a text is read in parts, each of which is a charge of its own. Lines come newest
 * first and stay in order; the line that stands for several is the newest, with what all of them came to.
 */
export function withReadingsTogether(lines: readonly StatementLine[]): readonly StatementLine[] {
  const together: StatementLine[] = []
  let oldest: StatementLine | undefined
  for (const line of lines) {
    const newest = together.at(-1)
    const isNext = newest !== undefined && oldest !== undefined && isSameReading(oldest, line)
    oldest = line
    if (isNext) together[together.length - 1] = sumOf(newest, line)
    else together.push(line)
  }
  return together
}

function isSameReading(later: StatementLine, earlier: StatementLine): boolean {
  return (
    isReading(later) &&
    isReading(earlier) &&
    later.model === earlier.model &&
    later.asked === earlier.asked &&
    later.purse === earlier.purse &&
    later.at - earlier.at <= mostBetweenMs
  )
}

/** What was not read to its end, or for nothing, stays a line of its own. */
function isReading({ kind, amount, pieces, ending }: StatementLine): boolean {
  return kind === "use" && amount < 0 && pieces?.unit === "character" && (ending === undefined || ending === "done")
}

function sumOf(newest: StatementLine, line: StatementLine): StatementLine {
  const { pieces } = newest
  return {
    ...newest,
    amount: microReais(newest.amount + line.amount),
    ...(pieces && { pieces: { ...pieces, count: pieces.count + (line.pieces?.count ?? 0) } }),
  }
}
