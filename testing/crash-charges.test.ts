import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { fromReais } from "#core/lib/micro-reais.ts"
import { startProsa } from "../e2e/support/prosa.ts"
import { answerReply, textReply } from "./fake-provider/replies.ts"
import { readChat, readJson, startGateway, type TestCode, type TestGateway, unlimited } from "./gateway.ts"
import { operatorPrices } from "./operator-prices.ts"
import { freshPostgres, type TestDatabase } from "./postgres.ts"
import { openDatabase } from "../server/store/database.ts"
import { loadTokenCounter } from "../server/gateway/billing/token-counter.ts"

/** Ordinary prose, an answer of some hundred tokens each. */
const texts = {
  Portuguese:
    "A história do Brasil começa muito antes da chegada dos portugueses, com povos indígenas que habitavam o território há milhares de anos. A colonização trouxe profundas transformações sociais, econômicas e culturais, cujas consequências ainda são sentidas hoje.",
  Russian:
    "История России начинается с восточных славян и финно-угорских народов. Первые государства возникли на территории северо-запада. В последующие столетия страна переживала периоды расцвета и упадка, однако сохранила свою самобытность и богатую культуру.",
  Japanese:
    "日本の歴史は非常に長く、多くの文化的な変化を経験してきました。古代から現代に至るまで、人々は自然と調和しながら生活し、独自の芸術や文学を発展させてきました。特に江戸時代には、町人文化が栄え、歌舞伎や浮世絵などが生まれました。",
  Arabic:
    "يعود تاريخ العالم العربي إلى آلاف السنين، حيث نشأت فيه حضارات عظيمة أثرت في مسيرة الإنسانية. وقد أسهم العلماء العرب في تطوير الرياضيات والطب والفلك، كما حافظوا على التراث اليوناني ونقلوه إلى أوروبا.",
  Hindi:
    "भारत का इतिहास बहुत प्राचीन और समृद्ध है। सिंधु घाटी सभ्यता से लेकर आधुनिक काल तक यहाँ अनेक साम्राज्यों का उदय और पतन हुआ। विभिन्न धर्मों, भाषाओं और संस्कृतियों के मेल से भारत की पहचान बनी है।",
} as const

const question = (text: string) => `Diga outra vez: ${text}`

describe.each(["SQLite", "PostgreSQL"] as const)("%s", (engine) => {
  let count: (text: string) => number
  let gateway: TestGateway
  let crashed: readonly { script: string; key: string | undefined; code: TestCode; runId: string; text: string }[] = []
  let postgres: TestDatabase | undefined
  let isMissing = false
  let next: Awaited<ReturnType<typeof startProsa>>

  beforeAll(async () => {
    count = await loadTokenCounter()
    postgres = engine === "PostgreSQL" ? await freshPostgres() : undefined
    isMissing = engine === "PostgreSQL" && postgres === undefined
    if (isMissing) return
    const databaseUrl = postgres?.url
    gateway = await startGateway(databaseUrl === undefined ? {} : { databaseUrl })
    const { dataDir } = gateway.prosa
    const prices = await operatorPrices({ dataDir, databaseUrl })
    const set = (factor: number) =>
      prices.set({
        provider: "openai",
        model: "gpt-4.1",
        input: factor * 1e6,
        output: factor * 4e6,
        source: "the test",
      })
    await set(1)
    const rich = await gateway.code("premium", 100)
    gateway.script(textReply("Oi", { usage: { inputUncached: 100, output: 100 } }))
    const cost = async () => (await readChat(await gateway.chat(rich, { stream: true }))).meta?.cost
    const holds = (price: number) => vi.waitFor(async () => expect(await cost()).toBe(price), { timeout: 30_000 })
    await holds(Math.ceil(500 * 7.15) / 1e6)

    gateway.script((request) => {
      const asked = (request.json["messages"] as readonly { content: string }[]).at(-1)?.content ?? ""
      const pieces = asked.slice(question("").length).match(/.{1,7}/gsu) ?? []
      const told = answerReply(pieces.map((piece) => ({ type: "text-delta", text: piece })))(request)
      return { ...told, pieces: [...told.pieces, { end: "stall" }] }
    })
    const asks = Object.entries(texts).flatMap(([script, text]) =>
      [undefined, `key-${script}`].map(async (key) => {
        const code = await gateway.code("premium", 10)
        const messages = [{ role: "user", content: question(text.repeat(2)) }]
        const headers = key === undefined ? {} : { "idempotency-key": key }
        const reply = await gateway.chat(code, { stream: true, messages }, { headers })
        void reply.text().catch(() => {})
        return { script, key, code, runId: reply.headers.get("x-run-id") ?? "", text: text.repeat(2) }
      }),
    )
    crashed = await Promise.all(asks)
    const database = await openDatabase({ dataDir, databaseUrl })
    const unnoted =
      "select count(*) as open from hold where state = 'open' and (progress is null or progress like '%\"output\":0%')"
    const counted = async (query: string) => Number((await database.read.get<{ open: number | string }>(query))?.open)
    const isNone = (query: string) => vi.waitFor(async () => expect(await counted(query)).toBe(0), { timeout: 30_000 })
    await isNone(unnoted)

    // A hundred times as dear, and it holds: then the server dies.
    await set(100)
    gateway.script(textReply("Oi", { usage: { inputUncached: 100, output: 100 } }))
    await holds(Math.ceil(50_000 * 7.15) / 1e6)
    await prices.close()
    await gateway.prosa.kill()
    const env = { ...unlimited, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) }
    next = await startProsa({ dataDir, env, provider: { url: gateway.provider.url } })
    await isNone("select count(*) as open from hold where state = 'open'")
    await database.close()
  })
  afterAll(async () => {
    if (isMissing) return
    await next.stop()
    await gateway.stop()
    await postgres?.close()
  })

  test.each(
    Object.keys(texts).flatMap((script) => [
      [script, "with a key", true],
      [script, "without one", false],
    ]) as [keyof typeof texts, string, boolean][],
  )("%s, %s: a crash charges what came of the answer, at the prices it was asked at", async (script, _, hasKey) => {
    if (isMissing) return
    const run = crashed.find((one) => one.script === script && (one.key !== undefined) === hasKey)!
    const { posted, held } = await gateway.balance(run.code)
    const charged = 10_000_000 - posted
    const truth = (count(question(run.text)) + 7) * 7.15 + count(run.text) * 28.6
    expect(held).toBe(0)
    expect(charged).toBeLessThanOrEqual(truth * 1.05)
    expect(charged).toBeGreaterThan(truth * (hasKey ? 0.9 : 0.6))
    if (!hasKey) return
    const headers = { authorization: `Bearer nk-${run.code.code}` }
    const told = await readJson(await fetch(`${next.url}/api/runs/${run.runId}`, { headers }))
    expect(told).toMatchObject({ state: "interrupted" })
    expect(fromReais(Number(told["cost"]))).toBe(charged)
  })
})
