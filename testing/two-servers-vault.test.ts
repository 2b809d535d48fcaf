import { randomBytes } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type Prosa, startProsa } from "../e2e/support/prosa.ts"
import { startGateway, type TestGateway, unlimited } from "./gateway.ts"
import { freshPostgres } from "./postgres.ts"
import { rawVault, rawWriter } from "./raw-vault.ts"

const postgres = await freshPostgres()
const pepper = "a pepper that both servers know, of enough characters"
let gateway: TestGateway
let other: Prosa

beforeAll(async () => {
  if (!postgres) return
  gateway = await startGateway({ pretend: true, databaseUrl: postgres.url, env: { ACCESS_PEPPER: pepper }, pepper })
  other = await startProsa({ env: { ...unlimited, ACCESS_PEPPER: pepper, DATABASE_URL: postgres.url } })
})
afterAll(async () => {
  if (!postgres) return
  await other.stop()
  await gateway.stop()
  await postgres.close()
})

test.skipIf(postgres === undefined)(
  "a picture that lies in another server's folder is one to wait for, not one that is gone",
  async () => {
    const code = await gateway.code("premium", 0)
    const vault = rawVault(gateway.url)
    expect((await vault.make({ authorization: `Bearer nk-${code.code}` })).status).toBe(200)
    const body = randomBytes(2_000)
    const [name, unknown] = [randomBytes(32).toString("base64url"), randomBytes(32).toString("base64url")]
    expect((await vault.ask(`/blob/${name}`, { method: "PUT", body })).status).toBe(204)
    const elsewhere = await vault.ask(`/blob/${name}`, { server: other.url })
    expect([elsewhere.status, elsewhere.json["code"]]).toEqual([503, "vault_unavailable"])
    expect((await vault.ask(`/blob/${unknown}`, { server: other.url })).status).toBe(404)
    expect((await vault.ask(`/blob/${name}`)).bytes).toEqual(body)
  },
)

test.skipIf(postgres === undefined)(
  "of two servers one is killed: the log of a vault has no gap, and each batch once",
  async () => {
    const code = await gateway.code("premium", 0)
    const vault = rawVault(gateway.url)
    expect((await vault.make({ authorization: `Bearer nk-${code.code}` })).status).toBe(200)

    /** Sends to one server while it answers, then to the other; what got no reply is sent again as it was. */
    async function write(servers: readonly string[], batches: number): Promise<readonly Buffer[]> {
      const writer = rawWriter()
      const sent: Buffer[] = []
      let at = 0
      for (let left = batches; left > 0; left--) {
        const batch = writer.next()
        for (;;) {
          // oxlint-disable-next-line no-await-in-loop -- a chain has an order
          const reply = await vault.post(batch, servers[at]).catch(() => undefined)
          if (reply?.status === 200) break
          at = (at + 1) % servers.length
        }
        sent.push(batch)
        if (left === batches - 5) void other.kill()
      }
      return sent
    }

    const written = await Promise.all([
      write([gateway.url], 40),
      write([other.url, gateway.url], 40),
      write([other.url, gateway.url], 40),
    ])
    const logged: Buffer[] = []
    const seqs: number[] = []
    for (let after = 0; ;) {
      // oxlint-disable-next-line no-await-in-loop -- page by page
      const { json } = await vault.log(after)
      const batches = json["batches"] as readonly { readonly seq: number; readonly data: string }[]
      for (const { seq, data } of batches) {
        seqs.push(seq)
        logged.push(Buffer.from(data, "base64"))
      }
      if (batches.length === 0) break
      after = batches.at(-1)?.seq ?? after
    }
    expect(seqs).toEqual(Array.from({ length: 120 }, (_, at) => at + 1))
    for (const chain of written) {
      const own = logged.filter((batch) => batch.subarray(17, 33).equals(chain[0]?.subarray(17, 33) ?? Buffer.alloc(0)))
      expect(own).toEqual(chain)
    }
  },
)
