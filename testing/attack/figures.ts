/** The value below which such a part of all lie, 0.95 for the 95th percentile; 0 of none. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0
}

/** Bytes as whole mebibytes, for people. */
export function inMebibytes(bytes: number): string {
  return `${Math.round(bytes / (1024 * 1024))} MiB`
}
