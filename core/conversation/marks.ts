import { movedMarks, type Session } from "./session.ts"

/**
 * Where the marks of a conversation stand, each as the position of the last message before it; 0: before the first. A count
 * of messages would mean another place as soon as another tab adds or deletes one.
 */
export interface Marks {
  /** Up to here the summary covers the conversation. Absent: nothing. */
  readonly summarized?: number
  /** Up to here nothing is sent any more. Absent: everything is. */
  readonly cleared?: number
  /** Here the conversation ended when somebody last wrote into the summary. -1: before a clearing that stands before the first. */
  readonly edited?: number
}

/** The marks of a conversation whose messages stand at these positions, the first one first. One that still fits stays. */
export function marksOf(session: Session, positions: readonly number[]): Marks {
  const { lastSummarizeIndex, clearContextIndex, memoryEditedAt, marks = {} } = session
  const mark = (count: number, known: number | undefined): number => {
    if (known !== undefined && countUpTo(known, positions) === count) return known
    return count <= 0 ? count : (positions[count - 1] ?? positions.at(-1) ?? 0)
  }
  return {
    ...(lastSummarizeIndex > 0 ? { summarized: mark(lastSummarizeIndex, marks.summarized) } : {}),
    ...(clearContextIndex === undefined ? {} : { cleared: mark(clearContextIndex, marks.cleared) }),
    ...(memoryEditedAt === undefined ? {} : { edited: mark(memoryEditedAt, marks.edited) }),
  }
}

/** A stored conversation with its marks counted among the messages that it has now. Without stored marks the counts stay. */
export function withCountedMarks(session: Session, positions: readonly number[]): Session {
  if (session.marks === undefined) return session
  const { summarized = -1, cleared, edited } = session.marks
  const { clearContextIndex: _cleared, memoryEditedAt: _edited, ...rest } = session
  return {
    ...rest,
    lastSummarizeIndex: countUpTo(summarized, positions),
    ...movedMarks(
      {
        ...(cleared === undefined ? {} : { clearContextIndex: cleared }),
        ...(edited === undefined ? {} : { memoryEditedAt: edited }),
      },
      (mark) => countUpTo(mark, positions),
    ),
  }
}

function countUpTo(mark: number, positions: readonly number[]): number {
  return positions.filter((position) => position <= mark).length
}
