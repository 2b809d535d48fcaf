import { freshWord, oneOf } from "../chat-request.ts"
import { type HostileClient, headOf, type Kind } from "../hostile-client.ts"

/** Pictures of ten megabytes, read or not, slow ones, and what lies inside our own network in many spellings. */
export const imageFloods: Kind = {
  name: "image floods",
  lanes: 4,
  restMs: 150,
  async once(client) {
    const { random, target } = client
    const credential = random() < 0.5 ? {} : { authorization: `Bearer ${freshWord(random)}` }
    if (random() < 0.4) {
      const url = oneOf(random, insideOf(client))
      const { status } = await client.ask({ path: pathFor(url), headers: credential })
      if (status === 200) client.wrong(`a picture came from ${url}`)
      return
    }
    const path = pathFor(
      target.pictures + oneOf(random, ["/large.png", "/large.png", "/large.png", "/slow.png", "/endless.png"]),
    )
    if (random() < 0.5) {
      await client.ask({ path, headers: credential, readMost: 12_000_000 })
      return
    }
    const socket = await client.connect()
    if (socket === undefined) return
    socket.pause()
    socket.write(headOf({ path, headers: credential }))
    await client.untilClosed(socket, 20_000)
    socket.destroy()
  },
}

function pathFor(url: string): string {
  return `/api/image?url=${encodeURIComponent(url)}`
}

function insideOf({ target, random }: HostileClient): readonly [string, ...string[]] {
  const port = new URL(target.canary).port
  const own = `:${target.port}/healthz`
  return [
    `${target.canary}/a.png`,
    `http://localhost:${port}/a.png`,
    `http://127.1:${port}/a.png`,
    `http://2130706433:${port}/a.png`,
    `http://0x7f.0.0.1:${port}/a.png`,
    `http://[::ffff:127.0.0.1]:${port}/a.png`,
    `http://[::1]:${port}/a.png`,
    `http://0:${port}/a.png`,
    `http://a@127.0.0.1:${port}/a.png`,
    `http://127.0.0.1${own}`,
    `http://0.0.0.0${own}`,
    `http://169.254.169.254/latest/meta-data/?${Math.floor(random() * 1_000)}`,
    `http:${"/".repeat(1_000)}127.0.0.1:${port}`,
    `file:///etc/passwd`,
  ]
}
