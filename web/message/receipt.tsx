import { useEffect, useState } from "react"
import { Link } from "../platform/browser/links.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import { calledModel, type Message } from "#core/conversation/message.ts"
import { costOf, usageOf } from "#core/conversation/tool-rounds.ts"
import { formatMoney } from "../platform/language/money.ts"
import { formatCount } from "../platform/language/format.ts"
import { chapterTexts, texts } from "../platform/language/texts.ts"
import { useAccess } from "../state/access-store.ts"
import { heardOf, type Heard } from "../platform/storage/sound-cache.ts"
import { speakerOf } from "./speaker.ts"
import styles from "./receipt.module.css"

interface ReceiptProps {
  readonly id: string
  readonly message: Message
}

/** Opened at the lower edge, it would be out of sight. */
function show(receipt: HTMLElement | null): void {
  receipt?.scrollIntoView({ block: "nearest" })
}

/** The receipt of an answer. The total is the server's; the lines are its tokens, at the model's prices where these add up to it. */
export default function Receipt({ id, message }: ReceiptProps) {
  const { chat, shell } = texts()
  const t = chapterTexts("receipt")
  const model = calledModel(message)
  const usage = usageOf(message)
  const cost = costOf(message) ?? microReais(0)
  const price = useAccess((state) => state.config.models.find(({ name }) => name === model)?.pricePerMillion)
  const { redirected } = message
  // Each round was asked for and paid by itself; one that a ceiling kept from being asked for has no tokens.
  const rounds = [...(message.rounds ?? []), message].filter((round) => round.usage !== undefined).length
  const [heard, setHeard] = useState<Heard>()
  useEffect(() => {
    let isGone = false
    void heardOf(message.id).then((found) => !isGone && setHeard(found))
    return () => {
      isGone = true
    }
  }, [message.id])
  const lines: { readonly text: string; readonly amount: string }[] = []
  if (rounds > 1) lines.push({ text: t.rounds(rounds), amount: "" })
  const { unit } = usage ?? {}
  if (usage && unit !== undefined) {
    lines.push({ text: t.pieces[unit](usage.output), amount: "" })
  } else if (usage) {
    const cached = usage.inputCached
    const fresh = usage.inputUncached + usage.cacheWrite
    const amounts = [fresh * (price?.input ?? 0), cached * (price?.cached ?? 0), usage.output * (price?.output ?? 0)]
    // A line is rounded, and so is each round. What was written to a cache, or answered at another price, adds up to something else.
    const isExact = Math.abs(cost - amounts.reduce((sum, amount) => sum + amount, 0)) <= amounts.length + rounds
    const [input, ofCache, output] = cost > 0 && price !== undefined && isExact ? amounts : []
    lines.push({ text: t.input(formatCount(fresh)), amount: lineAmount(input) })
    if (cached > 0) lines.push({ text: t.cached(formatCount(cached)), amount: lineAmount(ofCache) })
    lines.push({ text: t.output(formatCount(usage.output)), amount: lineAmount(output) })
    if (usage.reasoning > 0) lines.push({ text: t.reasoning(formatCount(usage.reasoning)), amount: "" })
    if (usage.searchCalls > 0) lines.push({ text: t.search(usage.searchCalls), amount: t.fromPackage })
  }
  return (
    <div ref={show} id={id} className={styles.receiptBox}>
      <dl className={styles.receipt} aria-label={chat.receipt}>
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
          <dt>{t.total}</dt>
          <dd>{cost > 0 ? formatMoney(cost, 6) : chat.free}</dd>
        </div>
        {heard && (
          <div>
            <dt>{chapterTexts("speech").heard(t.pieces.character(heard.characters))}</dt>
            <dd>{formatMoney(heard.cost, 6)}</dd>
          </div>
        )}
        {usage?.source === "estimated" && <p>{t.estimated}</p>}
      </dl>
      {cost > 0 && <Link href="/statement">{shell.openStatement}</Link>}
    </div>
  )
}

/** `amount` in micro-reais: a price of so many reais per million tokens is one of so many micro-reais a token. */
function lineAmount(amount: number | undefined): string {
  return amount === undefined ? "" : formatMoney(microReais(Math.round(amount)), 6)
}
