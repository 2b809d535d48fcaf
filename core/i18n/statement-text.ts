import type { StatementLine } from "../ledger/statement.ts"
import type { LaterTexts } from "./texts.ts"

type StatementTexts = LaterTexts["statement"]

/** The title of a statement line: the model that was used, or a description of what happened. */
export function statementTitle(line: StatementLine, t: StatementTexts, unmetered = false): string {
  switch (line.kind) {
    case "use":
      return useTitle(line, t, unmetered)
    case "credit":
      if (line.amount < 0) return t.creditBack
      return line.source === undefined || line.source === "manual" ? t.credit : t.creditFrom(capitalized(line.source))
    case "grant":
      return t.grant
    case "calls":
      return line.calls < 0 ? t.callsTaken : t.callsAdded
  }
}

function useTitle(line: StatementLine, t: StatementTexts, unmetered: boolean): string {
  const model = line.model ?? t.use
  if (line.amount !== 0 || line.calls !== 0) return model
  switch (line.ending) {
    case "failed":
      return t.failed
    case "stopped":
      return t.stoppedFree
    case "done":
      return unmetered ? t.unmeteredUse(model) : t.ownUse
    default:
      return t.interruptedFree
  }
}

/** How a charged answer ended, where that is worth mentioning. */
export function statementEnding(line: StatementLine, t: StatementTexts): string | undefined {
  if (line.kind !== "use" || line.amount === 0) return undefined
  if (line.ending === "stopped") return t.endedByStop
  if (line.ending === "failed") return t.endedByFailure
  return line.ending === "interrupted" || line.ending === "crash" ? t.endedByCrash : undefined
}

/** `pix` → Pix: a payment method is capitalized like a name. */
function capitalized(source: string): string {
  return source.slice(0, 1).toUpperCase() + source.slice(1)
}
