/** The browser's report about this page's storage. */
export interface StorageFacts {
  /** In bytes; undefined where it is not reported. */
  readonly used: number | undefined
  /** What there is room for, in bytes; undefined where it is not reported. */
  readonly free?: number | undefined
  /** Whether it has promised not to clear it by itself. */
  readonly isProtected: boolean
}

export async function readStorageFacts(): Promise<StorageFacts> {
  if (!("storage" in navigator)) return { used: undefined, isProtected: false }
  const [estimate, isProtected] = await Promise.all([
    navigator.storage.estimate().catch((): StorageEstimate => ({})),
    navigator.storage.persisted().catch(() => false),
  ])
  const { usage, quota } = estimate
  return { used: usage, isProtected, ...(usage === undefined || quota === undefined ? {} : { free: quota - usage }) }
}

/** Asks for the promise; true when it was given. */
export async function protectStorage(): Promise<boolean> {
  return "storage" in navigator && navigator.storage.persist().catch(() => false)
}
