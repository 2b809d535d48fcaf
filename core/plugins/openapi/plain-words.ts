/**
 * The words of a text in Markdown, as descriptions of services are written, on one line and without its commonest signs: it is
 * read at a glance, above a list. The whole text stands in the description.
 */
export function plainWords(markdown: string): string {
  return markdown
    .replaceAll(/<\/?[a-z][^<>]{0,200}>/gi, "")
    .replaceAll(/!?\[([^[\]]{0,200})\]\([^()]{0,500}\)/g, "$1")
    .replaceAll(/^[ >]{0,8}(?:#{1,6}|[*-]) /gm, "")
    .replaceAll(/\*\*|`/g, "")
    .replaceAll(/\s+/g, " ")
    .trim()
}
