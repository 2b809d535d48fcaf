import encodeQR from "qr"

export interface DrawnCode {
  /** Squares of a code, with the quiet zone around them. */
  readonly size: number
  /** The dark ones, as a path. */
  readonly path: string
}

/** A code that cameras read, to be drawn. */
export function drawCode(text: string): DrawnCode {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: 4 })
  const path = rows.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")).join("")).join("")
  return { size: rows.length, path }
}
