/** The reported stack frames, and the longest report, in characters: some mail programs cut longer links. */
const frames = 12
const longest = 1_500

/**
 * Where a crash is reported: the operator's support page, or a mail to be addressed. It contains the kind of the error
 * and the names of components; the error's own text is left out, because they may quote a conversation.
 */
export function reportLink(supportUrl: string | undefined, error: Error, stack: string): string {
  const names = stack
    .split("\n")
    .slice(0, frames)
    .map((line) => line.replace(/\(?https?:\S*/, "").trim())
  const body = [error.name, ...names, navigator.userAgent].join("\n").slice(0, longest)
  if (supportUrl === undefined || supportUrl.startsWith("mailto:")) {
    return `${supportUrl?.split("?")[0] ?? "mailto:"}?${new URLSearchParams({ subject: "Prosa", body }).toString().replaceAll("+", "%20")}`
  }
  const url = new URL(supportUrl)
  // A messaging app reads `text`, an issue tracker `body`.
  url.searchParams.set(/wa\.me|whatsapp|t\.me/.test(url.host) ? "text" : "body", body)
  return url.href
}
