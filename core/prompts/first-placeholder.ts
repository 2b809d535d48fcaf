/** The first `[place]` to be filled in, as positions in the text; undefined where there is none. */
export function firstPlaceholder(content: string): { readonly start: number; readonly end: number } | undefined {
  const match = /\[[^[\]\n]{1,80}\]/.exec(content)
  return match ? { start: match.index, end: match.index + match[0].length } : undefined
}
