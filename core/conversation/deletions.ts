/** A message that was taken out: where it stood then, after the deletions before it and before those that followed. */
export interface Deletion {
  readonly messageId: string
  readonly index: number
}

/**
 * Takes one of a conversation's deletions back, whichever: where its message belongs now, and the others, the oldest first
 * as before. Those that followed it stand as if it had never been. Undefined where there is no such deletion.
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
