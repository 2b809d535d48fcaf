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
 * The style sheet's `font-family` for the names somebody typed, the product's own behind them; undefined for none. Names
 * are put in quotes, so that nothing in them means anything to the style sheet.
 */
export function fontStack(typed: string): string | undefined {
  const names = typed
    .split(",")
    .map((name) => name.replace(/[^\p{L}\p{N} _.-]/gu, "").trim())
    .filter((name) => name !== "")
    .map((name) => (generic.includes(name.toLowerCase()) ? name.toLowerCase() : `"${name}"`))
  return names.length === 0 ? undefined : [...names, '"Noto Sans"', "system-ui", "sans-serif"].join(", ")
}
