import { Link } from "wouter"
import { microReais, type MicroReais } from "#core/lib/micro-reais.ts"
import { calledModel, type Message } from "#core/conversation/message.ts"
import { costOf, usageOf } from "#core/conversation/tool-rounds.ts"
import { presentMoney } from "../../../platform/money.ts"
import { presentCount } from "../../../platform/present.ts"
import { texts } from "../../../platform/texts.ts"
import { useAccess } from "../../../state/access-store.ts"
import { speakerOf } from "./speaker.ts"
import styles from "./receipt.module.css"

/** What an answer cost, line by line. The total is the server's; the lines are its tokens at the model's prices. */
export function Receipt({ id, message }: { readonly id: string; readonly message: Message }) {
  const t = texts().chat
  const model = calledModel(message)
  const usage = usageOf(message)
  const cost = costOf(message) ?? microReais(0)
  const price = useAccess((state) => state.config.models.find(({ name }) => name === model)?.pricePerMillion)
  const priced = cost > 0 ? price : undefined
  const { redirected } = message
  const lines: { readonly text: string; readonly amount: string }[] = []
  if (usage) {
    const cached = usage.inputCached
    const fresh = usage.inputUncached + usage.cacheWrite
    lines.push({ text: t.receiptInput(presentCount(fresh)), amount: lineAmount(fresh, priced?.input) })
    if (cached > 0)
      lines.push({ text: t.receiptCached(presentCount(cached)), amount: lineAmount(cached, priced?.cached) })
    lines.push({ text: t.receiptOutput(presentCount(usage.output)), amount: lineAmount(usage.output, priced?.output) })
    if (usage.reasoning > 0) lines.push({ text: t.receiptReasoning(presentCount(usage.reasoning)), amount: "" })
    if (usage.searchCalls > 0) lines.push({ text: t.receiptSearch(usage.searchCalls), amount: t.receiptFromPackage })
  }
  return (
    <div id={id} className={styles.receiptBox}>
      <dl className={styles.receipt} aria-label={t.receipt}>
        {redirected && (
          <div>
            <dt>{speakerOf(message)}</dt>
          </div>
        )}
        {lines.map(({ text, amount }) => (
          <div key={text}>
            <dt>{text}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>{t.receiptTotal}</dt>
          <dd>{cost > 0 ? presentMoney(cost, 6) : t.free}</dd>
        </div>
        {usage?.source === "estimated" && <p>{t.receiptEstimated}</p>}
      </dl>
      {cost > 0 && <Link href="/statement">{texts().statement.open}</Link>}
    </div>
  )
}

/** `reaisPerMillion` tokens, as the server lists it. */
function lineAmount(tokens: number, reaisPerMillion: number | undefined): string {
  if (reaisPerMillion === undefined) return ""
  return presentMoney(microReais(Math.round(tokens * reaisPerMillion)) satisfies MicroReais, 6)
}
