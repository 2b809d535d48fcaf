/** What the browser says of the space this page takes. */
export interface StorageFacts {
  /** In bytes; undefined where it does not tell. */
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
