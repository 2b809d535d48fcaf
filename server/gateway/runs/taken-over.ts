/**
 * Another server took this one for dead and has closed a run of ours: it was charged for what was kept, and told as
 * interrupted, or its key is free again.
 */
export class TakenOver extends Error {
  constructor(runId: string) {
    super(`run ${runId} was closed by another server`)
    this.name = "TakenOver"
  }
}
