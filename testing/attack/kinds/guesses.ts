import { chatRequest, oneOf } from "../chat-request.ts"
import type { HostileClient, Kind } from "../hostile-client.ts"

const jsonType = { "content-type": "application/json" }

/** Codes and the operator's token, guessed at every place that takes them. */
export const guesses: Kind = {
  name: "guesses",
  lanes: 2,
  restMs: 60,
  isNeighbour: true,
  async once(client) {
    await oneOf(client.random, [guessChat, guessBalance, guessCode, guessAdmin])(client)
  },
}

async function guessChat(client: HostileClient): Promise<void> {
  const headers = oneOf(client.random, [
    { authorization: `Bearer nk-${guess(client)}` },
    { "x-api-key": `nk-${guess(client)}` },
    { "x-goog-api-key": `nk-${guess(client)}` },
    { authorization: `Basic ${guess(client)}` },
    { authorization: `Bearer nk-${guess(client)}`, "api-key": guess(client) },
  ])
  const { status } = await client.ask(chatRequest("Oi", { headers }))
  if (status === 200) client.wrong("a guessed code was let in")
}

async function guessBalance(client: HostileClient): Promise<void> {
  const body = JSON.stringify({ accessCode: oneOf(client.random, [guess(client), "__proto__", "a".repeat(512)]) })
  const { status } = await client.ask({ method: "POST", path: "/api/getBalance", headers: jsonType, body })
  if (status === 200) client.wrong("a guessed code has a balance")
}

async function guessCode(client: HostileClient): Promise<void> {
  const body = JSON.stringify({ accessCode: guess(client) })
  const { text } = await client.ask({ method: "POST", path: "/api/validate-access", headers: jsonType, body })
  if (text.includes('"valid":true')) client.wrong("a guessed code is valid")
}

async function guessAdmin(client: HostileClient): Promise<void> {
  const path = oneOf(client.random, ["/api/admin/ledger/verify", "/api/admin/code/list", "/metrics", "/api/admin/%2e"])
  const headers = oneOf<Record<string, string>>(client.random, [
    { authorization: `Bearer ${guess(client)}` },
    { host: "localhost", "x-forwarded-for": "127.0.0.1" },
    { host: "127.0.0.1", "x-real-ip": "::1", forwarded: "for=127.0.0.1" },
    {},
  ])
  const { status } = await client.ask({ method: client.random() < 0.5 ? "GET" : "POST", path, headers })
  if (status === 200) client.wrong(`${path} was opened by a guess`)
}

function guess({ random }: HostileClient): string {
  return Array.from({ length: 4 }, () => random().toString(36).slice(2, 10)).join("")
}
