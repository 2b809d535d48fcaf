import { connect, type Socket } from "node:net"
import { randomBytes } from "node:crypto"
import { expect, test } from "vitest"
import { startGateway } from "../../testing/gateway.ts"
import { startProsaInProcess } from "../../testing/prosa-in-process.ts"
import { newVisitor } from "../../testing/visitors.ts"
import { fileBytesAtOnce } from "./reading-room.ts"

/** Asks, and reads no more than how it is answered. */
function askUnread(url: string, path: string): Promise<{ readonly status: string; readonly socket: Socket }> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1")
    socket.once("error", reject)
    socket.once("data", (bytes: Buffer) => {
      socket.pause()
      resolve({ status: bytes.toString("latin1").split(" ", 2)[1] ?? "", socket })
    })
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
  })
}

test("files that nobody takes have a bound, and their room is free again once their readers have gone", async () => {
  const gateway = await startGateway({ pretend: true, start: startProsaInProcess })
  const headers = { "x-visitor": await newVisitor(gateway.url) }
  // A GIF of 9 MiB: a head, one long picture in blocks of 255, an end.
  const block = Buffer.concat([Buffer.from([255]), randomBytes(255)])
  const head = Buffer.concat([
    Buffer.from("GIF89a"),
    Buffer.from([1, 0, 1, 0, 0, 0, 0]),
    Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2]),
  ])
  const picture = Buffer.concat([head, ...Array.from({ length: 36_864 }, () => block), Buffer.from([0, 0x3b])])
  const form = new FormData()
  form.set("file", new Blob([picture], { type: "image/gif" }), "a.gif")
  const uploaded = await fetch(`${gateway.url}/api/cache/upload`, { method: "POST", headers, body: form })
  expect(uploaded.status).toBe(200)
  const { data } = (await uploaded.json()) as { readonly data: string }
  const path = new URL(data, gateway.url).pathname

  const most = Math.floor(fileBytesAtOnce.perSubscriber / picture.length)
  const held = []
  for (let at = 0; at < most; at++) held.push(await askUnread(gateway.url, path))
  expect(held.map(({ status }) => status)).toEqual(held.map(() => "200"))
  const refused = await fetch(gateway.url + path)
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"])

  held[0]?.socket.destroy()
  await expect
    .poll(
      async () => {
        const reply = await fetch(gateway.url + path)
        return [reply.status, (await reply.arrayBuffer()).byteLength]
      },
      { timeout: 15_000 },
    )
    .toEqual([200, picture.length])
  for (const { socket } of held) socket.destroy()
  await gateway.stop()
})
