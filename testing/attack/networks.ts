import { setTimeout as delay } from "node:timers/promises"
import { startFakeProvider } from "../fake-provider/fake-provider.ts"
import { textReply } from "../fake-provider/replies.ts"
import { startAttackedServer } from "./attacked-server.ts"
import { chatRequest } from "./chat-request.ts"

/** Messages a visitor has a day in this scenario; an address has five times, a /48 twenty times as many. */
const perDay = 3
const subscribers = 200
const neighbours = 10
/** Long enough for what ended to be counted, in ms. */
const betweenMs = 20

/**
 * Two hundred subscribers of one /48, behind the operator's own proxy, each with ids of their own, then without: what one
 * network can take of the day, and what is left for ten people elsewhere. The answer: every promise that was broken.
 */
export async function stormNetworks(): Promise<readonly string[]> {
  const problems: string[] = []
  const provider = await startFakeProvider()
  provider.script(textReply("Oi!", { usage: { inputUncached: 10, output: 10 } }))
  const server = await startAttackedServer({
    env: {
      BASE_URL: provider.url,
      OPENAI_API_KEY: "sk-operator",
      TRUSTED_PROXIES: "127.0.0.0/8",
      FREE_DAILY_MESSAGES: String(perDay),
    },
  })
  const url = `http://127.0.0.1:${server.port}`

  async function issue(address: string): Promise<string | undefined> {
    const headers = { "content-type": "application/json", "x-forwarded-for": address }
    const reply = await fetch(`${url}/api/visitor`, { method: "POST", headers, body: "{}" })
    return reply.ok ? ((await reply.json()) as { readonly id: string }).id : undefined
  }

  async function chat(address: string, id?: string): Promise<number> {
    const { path, headers, body } = chatRequest("Oi", { stream: false })
    const all = { ...headers, "x-forwarded-for": address, ...(id === undefined ? {} : { "x-visitor": id }) }
    const reply = await fetch(url + path, { method: "POST", headers: all, body: String(body) })
    await reply.arrayBuffer()
    await delay(betweenMs)
    if (reply.status >= 500) problems.push(`${address}: answered ${reply.status}`)
    return reply.status
  }

  // One subscriber has 2^64 addresses, and as many ids.
  let answered = 0
  for (let at = 0; at < 10 * perDay; at++) {
    const address = `2001:db9:1:1::${at.toString(16)}`
    if ((await chat(address, await issue(address))) === 200) answered += 1
  }
  if (answered !== 5 * perDay) problems.push(`one /64 with many ids had ${answered} messages, not ${5 * perDay}`)

  // One customer has 65 536 subscribers' worth of them.
  answered = 0
  for (let at = 0; at < subscribers; at++) {
    const address = `2001:db9:2:${at.toString(16)}::1`
    const id = at % 2 === 0 ? await issue(address) : undefined
    if ((await chat(address, id)) === 200) answered += 1
  }
  if (answered > 20 * perDay) problems.push(`one /48 had ${answered} messages, not ${20 * perDay} at the most`)
  if (answered < 10 * perDay) problems.push(`one /48 had only ${answered} messages`)

  // Spelled as IPv6, an IPv4 address is what it is.
  answered = 0
  for (let at = 0; at < 10 * perDay; at++) {
    const address = at % 2 === 0 ? "198.51.100.7" : "::ffff:198.51.100.7"
    if ((await chat(address, await issue(address))) === 200) answered += 1
  }
  if (answered !== 5 * perDay) problems.push(`one IPv4 address had ${answered} messages, not ${5 * perDay}`)

  for (let at = 0; at < neighbours; at++) {
    const address = `2001:db9:${100 + at}:1::1`
    const status = await chat(address, await issue(address))
    if (status !== 200) problems.push(`somebody elsewhere was answered ${status}`)
  }
  await server.stop()
  await provider.close()
  return problems
}
