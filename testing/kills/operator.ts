import { randomUUID } from "node:crypto"
import type { Prosa } from "../../e2e/support/prosa.ts"
import { ratesOf, type Rates, type SetExchange, type SetPrice } from "./price-list.ts"

/** The operator of servers that are being killed: sets prices, takes payments, and remembers all of it. */
export interface Operator {
  /** Prices for the command line, drawn by chance; they hold from some moment within the next second on. */
  setPrices(server: Prosa, model: string, random: () => number): Promise<void>
  /** How a server is to be started: now and then otherwise than before. */
  exchange(random: () => number): SetExchange
  ratesEver(model: string): readonly Rates[]
  createCode(server: Prosa): Promise<{ readonly id: string; readonly code: string }>
  /** Sends a payment, or a chargeback, as payment providers do: twice, and again until somebody says that it is in. In micro-reais. */
  pay(server: () => Promise<Prosa>, codeId: string, amount: number): Promise<void>
  readonly payments: ReadonlyMap<string, number>
}

const exchanges: readonly SetExchange[] = [
  { fx: "5.50", margin: "1.3" },
  { fx: "6.1", margin: "1.3" },
  { fx: "5.50", margin: "1.45" },
]

export function createOperator(adminToken: string): Operator {
  const prices: SetPrice[] = []
  const payments = new Map<string, number>()
  let exchange = exchanges[0]!

  async function send(server: Prosa, body: object): Promise<boolean> {
    const response = await fetch(`${server.url}/api/admin/credit`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${adminToken}` },
      body: JSON.stringify(body),
    })
    if (response.status !== 200 && response.status < 500)
      throw new Error(`a payment was refused: ${response.status} ${await response.text()}`)
    return response.ok
  }

  return {
    payments,
    async setPrices(server, model, random) {
      const cents = (least: number, most: number) => Math.round(least + random() * (most - least))
      const input = cents(40, 500)
      const price: SetPrice = {
        model,
        input: dollars(input),
        cached: dollars(Math.ceil(input / 4)),
        output: dollars(cents(200, 2_000)),
      }
      // Before it is set: a server may know it before we hear that it was.
      prices.push(price)
      const rates = `--input ${price.input} --cached ${price.cached} --output ${price.output}`
      await server.admin(
        "prices",
        "set",
        "openai",
        model,
        ...rates.split(" "),
        "--source",
        "an operator of the harness",
      )
    },
    exchange(random) {
      if (random() < 0.15) exchange = exchanges[Math.floor(random() * exchanges.length)]!
      return exchange
    },
    ratesEver: (model) =>
      prices.filter((price) => price.model === model).flatMap((price) => exchanges.map((each) => ratesOf(price, each))),
    async createCode(server) {
      const { codes } = (await server.admin("code", "create", "--kind", "premium")) as Made
      const [code] = codes
      if (code === undefined) throw new Error("no code was made")
      return code
    },
    async pay(server, codeId, amount) {
      const ref = randomUUID()
      payments.set(ref, amount)
      const body = { code: codeId, amount: reais(amount), ref }
      for (;;) {
        const running = await server()
        const heard = await Promise.all([send(running, body), send(running, body)].map((each) => each.catch(refused)))
        if (heard.includes(true)) return
      }
    },
  }
}

interface Made {
  readonly codes: readonly { readonly id: string; readonly code: string }[]
}

/** A connection that breaks is no answer; a refusal is a fault of ours. */
function refused(error: unknown): boolean {
  if (error instanceof TypeError) return false
  throw error
}

function dollars(cents: number): string {
  return (cents / 100).toFixed(2)
}

function reais(amount: number): string {
  return (amount / 1_000_000).toFixed(2)
}
