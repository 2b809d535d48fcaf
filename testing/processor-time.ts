/**
 * Starts counting the processor time of this thread. Unlike the wall clock it stands still while others have the
 * processor, so that a test which says "this does not hang" fails for what its own code does and nothing else.
 * @returns tells how many ms of it have been used since
 */
export function countProcessorTime(): () => number {
  const start = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(start)
    return (user + system) / 1_000
  }
}
