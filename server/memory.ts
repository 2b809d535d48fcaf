import { setFlagsFromString } from "node:v8"

/** Only with `--expose-gc`, as the launcher starts a server. */
type Collect = (options: { readonly type: "major"; readonly flavor: "last-resort" }) => void

/** Hands memory that nothing uses back to the system: some tens of milliseconds in which nobody is answered. */
function giveBack(): void {
  const collect = globalThis.gc as Collect | undefined
  collect?.({ type: "major", flavor: "last-resort" })
}

/**
 * Gives back the memory that the start took, and enables the optimizations that the launcher had disabled meanwhile.
 */
export function startIsOver(): void {
  giveBack()
  setFlagsFromString("--turbofan")
}

/** Fewer answers than this leave nothing behind that is worth a pause. */
const worthwhileAnswers = 500

/**
 * Returns a function to call now and then with the number of answers so far and of those in progress: once a burst is
 * over and nobody is waiting, it gives its memory back. The engine by itself would keep it for the next one.
 */
export function createRest(): (answers: number, inProgress: number) => void {
  let atRest = 0
  let before = 0
  return (answers, inProgress) => {
    const quiet = answers === before && inProgress === 0
    before = answers
    if (!quiet || answers - atRest < worthwhileAnswers) return
    atRest = answers
    giveBack()
  }
}
