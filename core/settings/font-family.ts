const generic = [
  "serif",
  "sans-serif",
  "monospace",
  "cursive",
  "fantasy",
  "system-ui",
  "ui-serif",
  "ui-sans-serif",
  "ui-monospace",
  "ui-rounded",
]

/**
 * The `font-family` value for font names that the user typed, followed by the product's own fonts; undefined for none.
 * Names are quoted, so that nothing in them has a meaning in CSS.
 */
export function fontStack(typed: string): string | undefined {
  const names = typed
    .split(",")
    .map((name) => name.replace(/[^\p{L}\p{N} _.-]/gu, "").trim())
    .filter((name) => name !== "")
    .map((name) => (generic.includes(name.toLowerCase()) ? name.toLowerCase() : `"${name}"`))
  return names.length === 0 ? undefined : [...names, '"Noto Sans"', "system-ui", "sans-serif"].join(", ")
}
