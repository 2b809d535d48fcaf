/** The browser's report about this page's storage. */
export interface StorageFacts {
  /** In bytes; undefined where it is not reported. */
  readonly used: number | undefined
  /** Whether it has promised not to clear it by itself. */
  readonly isProtected: boolean
}

export async function readStorageFacts(): Promise<StorageFacts> {
  if (!("storage" in navigator)) return { used: undefined, isProtected: false }
  const [estimate, isProtected] = await Promise.all([
    navigator.storage.estimate().catch(() => ({ usage: undefined })),
    navigator.storage.persisted().catch(() => false),
  ])
  return { used: estimate.usage, isProtected }
}

/** Asks for the promise; true when it was given. */
export async function protectStorage(): Promise<boolean> {
  return "storage" in navigator && navigator.storage.persist().catch(() => false)
}
