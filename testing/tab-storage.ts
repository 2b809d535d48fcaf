/** A `sessionStorage` for tests without a browser; a full one takes nothing more. */
export function tabStorage({
  rows = {},
  isFull = false,
}: { readonly rows?: Readonly<Record<string, string>>; readonly isFull?: boolean } = {}): Storage {
  const kept: Record<string, string> = { ...rows }
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem(key: string, value: string) {
      if (isFull) throw new DOMException("no room", "QuotaExceededError")
      kept[key] = value
    },
    removeItem: (key: string) => void delete kept[key],
    clear: () => Object.keys(kept).forEach((key) => delete kept[key]),
    key: (at: number) => Object.keys(kept)[at] ?? null,
  }
  // As in a browser, its own keys are those of its rows.
  return new Proxy(
    { ...methods, length: 0 },
    {
      get: (target, name) => (name === "length" ? Object.keys(kept).length : (Reflect.get(target, name) as unknown)),
      ownKeys: () => Object.keys(kept),
      getOwnPropertyDescriptor: (_, name) =>
        typeof name === "string" && name in kept
          ? { value: kept[name], enumerable: true, configurable: true, writable: true }
          : undefined,
    },
  )
}
