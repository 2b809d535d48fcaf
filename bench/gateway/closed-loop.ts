import { type Connection, nowNs, openConnection } from "./connection.ts"

/**
 * As many requests as go through `connections` at once, for a time. One that is never answered is asked again on a new
 * connection, as a client would; more than a connection each is no measurement.
 * @returns requests per second
 */
export async function closedLoop(target: {
  readonly port: number
  readonly request: Buffer
  readonly connections: number
  readonly seconds: number
}): Promise<number> {
  const connections = await Promise.all(Array.from({ length: target.connections }, () => openConnection(target.port)))
  const startNs = nowNs()
  const endNs = startNs + target.seconds * 1e9
  let done = 0
  let lastNs = startNs
  let lost = 0
  await Promise.all(
    connections.map(async (first, n) => {
      let connection = first
      while (nowNs() < endNs) {
        const reply = await connection.exchange(target.request).catch((error: Error) => error)
        if (reply instanceof Error) {
          if (++lost > connections.length) throw reply
          connection.close()
          connections[n] = connection = await openConnection(target.port)
          continue
        }
        const { status } = reply
        lastNs = reply.endNs
        if (status !== 200)
          throw new Error(`the server answered ${status} under load, and then ${await answerOf(connection)}`)
        done++
      }
    }),
  )
  const seconds = (lastNs - startNs) / 1e9
  for (const connection of connections) connection.close()
  return done / seconds

  async function answerOf(connection: Connection): Promise<string> {
    let body = ""
    const { status } = await connection.exchange(target.request, (text) => (body += text))
    return `${status}: ${body.slice(0, 500)}`
  }
}
