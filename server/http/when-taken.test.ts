import { createServer, request, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, expect, test, vi } from "vitest"
import { whenTaken } from "./when-taken.ts"

const patienceMs = 60_000
afterEach(() => void vi.useRealTimers())

test.each(["takes nothing of the reply", "has left before it is there"])(
  "what a reply holds is given back where its reader %s",
  async (what) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const asked = request({ port: (server.address() as AddressInfo).port, host: "127.0.0.1" }).on("error", () => {})
    const outgoing = await new Promise<ServerResponse>((resolve) => {
      server.on("request", (_, reply) => resolve(reply))
      asked.end()
    })
    if (what.startsWith("has left")) {
      const left = new Promise((resolve) => outgoing.once("close", resolve))
      asked.destroy()
      await left
    }
    const given = new Promise<void>((resolve) => whenTaken(outgoing, patienceMs, resolve))
    outgoing.write("the beginning of a reply")
    vi.advanceTimersByTime(patienceMs)
    await given
    expect(outgoing.destroyed).toBe(true)
    asked.destroy()
    await new Promise((resolve) => server.close(resolve))
  },
)
