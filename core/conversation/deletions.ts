/** A deleted message, and the index it had at that moment, after all earlier deletions. */
export interface Deletion {
  readonly messageId: string
  readonly index: number
}

/**
 * Undoes any one of a conversation's deletions. Returns the index where its message belongs now, and the remaining
 * deletions, oldest first, as if the undone one had never happened. Undefined where there is no such deletion.
 */
export function takeBack(
  deletions: readonly Deletion[],
  messageId: string,
): { readonly index: number; readonly left: readonly Deletion[] } | undefined {
  const at = deletions.findLastIndex((deletion) => deletion.messageId === messageId)
  const deletion = deletions[at]
  if (deletion === undefined) return undefined
  let { index } = deletion
  const later = deletions.slice(at + 1).map((one) => {
    if (one.index >= index) return { ...one, index: one.index + 1 }
    index -= 1
    return one
  })
  return { index, left: [...deletions.slice(0, at), ...later] }
}
