/** Work that is due again and again. */
export interface RepeatedWork {
  /** Begins it, unless it is under way: what it would have done is done the next time. */
  begin(): void
  /** Resolves when none is under way. */
  settled(): Promise<void>
}

/** `work` does not reject. */
export function oneAtATime(work: () => Promise<void>): RepeatedWork {
  let underWay: Promise<void> | undefined
  return {
    begin() {
      underWay ??= work().finally(() => (underWay = undefined))
    },
    settled: async () => underWay,
  }
}
