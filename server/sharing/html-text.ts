const signs: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }

/** A text as HTML, for the inside of an element or of an attribute in quotes. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? sign)
}
