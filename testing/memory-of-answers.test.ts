import { randomBytes } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { createServer, request, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import { hello, readChat, startGateway, type TestGateway } from "./gateway.ts"

const MiB = 1024 * 1024
/** An almost endless stream: an incompressible word, as fast as it is taken. */
const longestStream = 60 * MiB
/** The most memory of the server while ten such answers are in progress, in MiB: it was 1 166 and more. */
const mostResident = 600

let gateway: TestGateway
let flood: { readonly url: string; readonly close: () => void }
beforeAll(async () => {
  flood = await startFlood()
  gateway = await startGateway({
    env: { LIMIT_OPEN_RUNS_PREMIUM: "3" },
    envFor: () => ({ MOONSHOT_URL: flood.url }),
  })
})
afterAll(async () => {
  await gateway.stop()
  flood.close()
})

test.skipIf(!existsSync("/proc/self/status"))(
  "ten answers of 60 MB by own keys, read fast, slowly or not, leave the others their place and the memory its bound",
  async () => {
    const code = await gateway.code("premium", 10)
    const greedy = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        askFlood({ authorization: `Bearer any-word-${at}`, ...(at % 2 ? { "idempotency-key": `k${at}` } : {}) }),
      ),
    )
    expect(greedy.map(({ statusCode }) => statusCode)).toEqual(greedy.map(() => 200))
    // Every third is not read at all.
    const read = greedy.filter((_, at) => at % 3 !== 0)
    for (const reply of read) reply.resume()

    // The holder of a code is answered meanwhile, again and again.
    for (let at = 0; at < 10; at++) {
      const chat = await readChat(await gateway.chat(code, { stream: true }))
      expect([chat.status, chat.done, chat.text]).toEqual([200, true, "Olá! Tudo bem?"])
    }
    // A flood that nobody reads any more is ended, and tells so.
    for (const reply of greedy) reply.destroy()
    for (const at of [1, 3, 5, 7, 9]) {
      const isOver = async () => isEnded(await lookAt(`any-word-${at}`, `k${at}`))
      await expect.poll(isOver, { timeout: 60_000 }).toBe(true)
    }
    expect(residentMost()).toBeLessThan(mostResident)
  },
)

test("a long answer that is kept comes again whole, in the list without its words", async () => {
  const reply = await askFlood({ authorization: "Bearer long-one", "idempotency-key": "long" })
  const first = await bytesOf(reply)
  expect(first.length).toBeGreaterThan(2 * MiB)
  const headers = { authorization: "Bearer long-one" }
  const { runs } = (await (await fetch(`${gateway.url}/api/runs`, { headers })).json()) as {
    runs: { id: string; frames: number }[]
  }
  expect(runs).toHaveLength(1)
  const events = await fetch(`${gateway.url}/api/runs/${runs[0]?.id}/events`, { headers })
  const again = Buffer.from(await events.arrayBuffer())
  expect(
    again
      .toString()
      .split("\n\n")
      .filter((frame) => frame.startsWith("id: ")),
  ).toHaveLength(runs[0]?.frames ?? 0)
  expect(again.length).toBeGreaterThanOrEqual(first.length - MiB)
})

async function lookAt(key: string, ref: string): Promise<{ readonly state: string; readonly cost?: number }> {
  const reply = await fetch(`${gateway.url}/api/runs/${ref}`, { headers: { authorization: `Bearer ${key}` } })
  return (await reply.json()) as { state: string; cost?: number }
}

function isEnded({ state, cost }: { readonly state: string; readonly cost?: number }): boolean {
  return ["failed", "stopped"].includes(state) && cost === 0
}

/** The server's largest resident memory so far, in MiB. */
function residentMost(): number {
  const status = readFileSync(`/proc/${gateway.prosa.pid}/status`, "utf8")
  return Number(/VmHWM:\s*(\d+)/.exec(status)?.[1]) / 1024
}

function askFlood(headers: object): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = request(
      gateway.url + "/api/moonshot/v1/chat/completions",
      { method: "POST", agent: false, headers: { "content-type": "application/json", ...headers } },
      (reply) => {
        // One that is let go in the middle is no fault of the test.
        reply.on("error", () => {})
        resolve(reply)
      },
    )
    asked.once("error", reject)
    asked.end(JSON.stringify({ ...hello, model: "kimi-k3", stream: true }))
  })
}

async function bytesOf(reply: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of reply) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

async function startFlood() {
  const delta = { content: randomBytes(3_000).toString("base64") }
  const chunk = { id: "c", object: "chat.completion.chunk", model: "kimi-k3", choices: [{ index: 0, delta }] }
  const frame = Buffer.from(`data: ${JSON.stringify(chunk)}\n\n`)
  const block = Buffer.concat(Array.from({ length: 16 }, () => frame))
  const server = createServer((incoming, response) => {
    incoming.resume()
    response.writeHead(200, { "content-type": "text/event-stream" })
    let said = 0
    const say = () => {
      while (said < longestStream && !response.destroyed) {
        said += block.length
        if (!response.write(block)) return void response.once("drain", say)
      }
      response.end()
    }
    incoming.once("end", say)
    response.on("error", () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
