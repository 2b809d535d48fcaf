import { dayMs } from "#core/lib/days.ts"
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { readConfig } from "../config.ts"
import { openSharedFiles } from "./open-shared-files.ts"
import { rememberedMs } from "./erasure.ts"
import { dailyShares } from "./sharing-quota.ts"
import { openDatabase } from "../store/database.ts"
import { type TestCode, type TestGateway, startGateway } from "../../testing/gateway.ts"
import { startProsaInProcess } from "../../testing/prosa-in-process.ts"
import { gifBomb, jpegDecoy } from "../../testing/picture-bombs.ts"
import { newVisitor } from "../../testing/visitors.ts"

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
)

let gateway: TestGateway
let code: TestCode
/** The clock of the server under test. */
let ahead = 0
beforeAll(async () => {
  gateway = await startGateway({
    pretend: true,
    env: { PUBLIC_URL: "https://prosa.example/", TRUSTED_PROXIES: "127.0.0.1" },
    start: (options) => startProsaInProcess(options, { now: () => Date.now() + ahead }),
  })
  code = await gateway.code("premium", 5)
})
afterAll(() => gateway.stop())

const bearer = (who: TestCode) => ({ authorization: `Bearer nk-${who.code}` })

async function shared(items: readonly object[], more: object = {}, headers: Record<string, string> = bearer(code)) {
  const reply = await fetch(`${gateway.url}/sharegpt`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ items, ...more }),
  })
  return { status: reply.status, json: (await reply.json()) as Record<string, string> }
}

async function read(path: string, headers: Record<string, string> = {}) {
  const reply = await fetch(`${gateway.url}${path}`, { headers: { "accept-language": "pt-BR", ...headers } })
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}

const remove = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${gateway.url}${path}`, { method: "DELETE", headers }).then(({ status }) => status)

async function upload(bytes: Uint8Array, type = "image/png", headers: Record<string, string> = bearer(code)) {
  const form = new FormData()
  form.set("file", new Blob([new Uint8Array(bytes)], { type }), "foto.png")
  const reply = await fetch(`${gateway.url}/api/cache/upload`, { method: "POST", headers, body: form })
  return { status: reply.status, json: (await reply.json()) as Record<string, string> }
}

const talk = [
  { from: "human", value: "Quanto é 3,2% de R$ 1.850,00?" },
  { from: "gpt", value: "São **R$ 59,20**.\n\n| Item | Valor |\n|---|---|\n| Aluguel | R$ 1.850,00 |\n\n$x^2 + 1$" },
]

describe("a shared conversation", () => {
  test("is a page without scripts, small, with a preview and absolute addresses", async () => {
    const { status, json } = await shared(talk, { title: "Reajuste do aluguel", models: ["GPT-5"] })
    expect(status).toBe(200)
    expect(json["url"]).toBe(`https://prosa.example/s/${json["id"]}`)
    expect(json["id"]).toMatch(/^[\w-]{22}$/)
    const page = await read(`/s/${json["id"]}`)
    expect(page.status).toBe(200)
    expect(page.text.length).toBeLessThan(50_000)
    expect(page.text).not.toMatch(/<script|javascript:|onload|onerror/i)
    expect(page.text).toContain('<meta property="og:title" content="Reajuste do aluguel">')
    expect(page.text).toContain('<meta property="og:description" content="Quanto é 3,2% de R$ 1.850,00?">')
    expect(page.text).toContain('<meta property="og:image" content="https://prosa.example/social.png">')
    expect(page.text).toContain("<strong>R$ 59,20</strong>")
    expect(page.text).toContain("<table>")
    expect(page.text).toContain("<math")
    expect(page.text).toContain("GPT-5")
    const policy = page.headers.get("content-security-policy") ?? ""
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain("script-src")
    expect(page.headers.get("x-robots-tag")).toContain("noindex")
    expect(JSON.parse((await read(`/api/shares/${json["id"]}`)).text)).toMatchObject({ items: talk })
  })

  test("speaks its reader's language", async () => {
    const { json } = await shared(talk)
    expect((await read(`/s/${json["id"]}`, { "accept-language": "ar" })).text).toContain('<html lang="ar" dir="rtl">')
    expect((await read(`/s/${json["id"]}`, { "accept-language": "de" })).text).toContain("Melden")
  })

  test("writes what was said as its own language is, whatever its reader's", async () => {
    const { json } = await shared(talk, { title: "E agora?" })
    const { text } = await read(`/s/${json["id"]}`, { "accept-language": "ar" })
    expect(text).toContain('<h1 dir="auto">E agora?</h1>')
    expect(text.match(/<article class="\w+"><h2>[^<]*<\/h2><div dir="auto">/g)).toHaveLength(talk.length)
  })

  test("says where a link leads, unless its text says it", async () => {
    const links = [
      "[banco.com.br](https://evil.example/login)",
      "<https://banco.com.br@evil.example/>",
      "https://a.example",
    ]
    const { json } = await shared([{ from: "gpt", value: links.join("\n\n") }])
    const { text } = await read(`/s/${json["id"]}`)
    expect(text).toContain("banco.com.br</a> <small><bdi>(evil.example)</bdi></small>")
    expect(text).toContain("@evil.example/</a> <small><bdi>(evil.example)</bdi></small>")
    expect(text).toContain("https://a.example</a></p>")
  })

  test.each([
    [
      "a picture of the web",
      "![https://banco.com.br/segunda-via](https://evil.example/)",
      "https://banco.com.br/segunda-via",
    ],
    ["a picture in a link", "[![Segunda via](https://banco.com.br/)](https://evil.example/)", "Segunda via"],
    ["a picture without words in a link", "[![](https://banco.com.br/)](https://evil.example/)", "🖼"],
    ["a link in a link", "[<https://banco.com.br>](https://evil.example/)", "https://banco.com.br"],
    ["words turned around", "[\u202ebanco\u2066 `\u202dx`](https://evil.example/)", "banco <code>x</code>"],
    ["words of a picture turned around", "![\u202ebanco](https://evil.example/)", "banco"],
    ["a formula turned around", "[$\u202ex^2$](https://evil.example/)", "</math>"],
    ["an address of a mail", "[eu@banco.com.br](mailto:x@evil.example)", "eu@banco.com.br", "x@evil.example"],
  ])("says where %s leads, and leads nowhere else", async (_, value, words, place = "evil.example") => {
    const { json } = await shared([{ from: "gpt", value }])
    const { text } = await read(`/s/${json["id"]}`)
    const [article = ""] = /<article.*<\/article>/s.exec(text) ?? []
    expect(article).toContain(words)
    expect(article).toContain(`</a> <small><bdi>(${place})</bdi></small></p>`)
    expect(article.match(/<a /g)).toHaveLength(1)
    expect(article).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
  })

  test("that is long comes in pages, each below 50 kB, with every word", async () => {
    const words = Array.from({ length: 30_000 }, (_, n) => `p${n}`)
    const value = [
      words.slice(0, 9_000).join(" "),
      `\`\`\`\n${words.slice(9_000, 20_000).join("\n")}\n\`\`\``,
      words.slice(20_000).join("\n\n"),
    ].join("\n\n")
    const { json } = await shared([
      { from: "human", value: "Conte." },
      { from: "gpt", value },
    ])
    let all = ""
    for (let page = 1; ; page++) {
      const { status, text } = await read(`/s/${json["id"]}/${page}`)
      if (status === 404) break
      expect(Buffer.byteLength(text)).toBeLessThan(50_000)
      all += text
    }
    const found = new Set(all.match(/\bp\d+\b/g))
    expect(words.filter((word) => !found.has(word))).toEqual([])
  })

  test("is refused where it is none, with the field that is wrong", async () => {
    for (const body of [[], [{ from: "robot", value: "x" }], [{ from: "gpt" }], "texto"]) {
      const { status, json } = await shared(body as readonly object[])
      expect(status).toBe(400)
      expect(json["error"]).toContain("items")
    }
    expect((await shared(talk, { days: 365 })).json["error"]).toContain("days")
    expect((await shared([{ from: "gpt", value: "x".repeat(300_000) }])).status).toBe(413)
  })

  test("is removed by its maker or by its token, by nobody else", async () => {
    const other = await gateway.code("premium", 1)
    const first = (await shared(talk)).json
    expect(await remove(`/api/shares/${first["id"]}`, bearer(other))).toBe(404)
    expect(await remove(`/api/shares/${first["id"]}?token=AbCdEfGhIjKlMnOpQrStUv`)).toBe(404)
    expect(await remove(`/api/shares/${first["id"]}`, bearer(code))).toBe(200)
    const second = (await shared(talk)).json
    expect(await remove(`/api/shares/${second["id"]}`, { "x-delete-token": second["deleteToken"]! })).toBe(200)
    for (const { id } of [first, second] as { id: string }[]) expect((await read(`/s/${id}`)).status).toBe(404)
  })

  test.each([
    ["its term", 7, { days: 7 }],
    ["its term", 180, { days: 180 }],
    ["thirty days, where nothing is said of a term", 30, {}],
  ])("ends with %s (%i), not before", async (_, days, more) => {
    const { json } = await shared(talk, more)
    ahead = days * dayMs - 60_000
    expect((await read(`/s/${json["id"]}`)).status).toBe(200)
    ahead = days * dayMs + 1_000
    const page = await read(`/s/${json["id"]}`)
    expect([page.status, page.text.includes("O prazo deste link terminou.")]).toEqual([410, true])
    expect((await read(`/api/shares/${json["id"]}`)).status).toBe(410)
    ahead = 0
  })

  test("is hidden by three reports from three networks, and shown again by the operator", async () => {
    const { json } = await shared(talk)
    const id = json["id"] ?? ""
    const report = (address: string) =>
      fetch(`${gateway.url}/s/${id}/report`, {
        method: "POST",
        headers: { "x-forwarded-for": address, "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ reason: "é golpe" }),
      }).then(({ status }) => status)
    for (const address of ["203.0.113.5", "203.0.113.77", "203.0.113.200", "2001:db8:1::1", "2001:db8:1:9::2"])
      expect(await report(address)).toBe(200)
    expect((await read(`/s/${id}`)).status).toBe(200)
    await report("198.51.100.1")
    expect((await read(`/s/${id}`)).status).toBe(410)

    const admin = await adminOf(gateway)
    expect(await admin.get("/shares")).toMatchObject({ files: [{ id, state: "hidden", reports: 3 }] })
    expect(await admin.get(`/shares/${id}`)).toMatchObject({ reasons: ["é golpe", "é golpe", "é golpe"] })
    await admin.post("/shares/restore", { id })
    for (const address of ["203.0.113.5", "192.0.2.9", "198.51.100.1"]) await report(address)
    expect((await read(`/s/${id}`)).status).toBe(200)
    await admin.post("/shares/takedown", { id })
    expect((await read(`/s/${id}`)).status).toBe(410)
  })

  test("of a visitor has a number a day, and needs an id of ours", async () => {
    expect((await shared(talk, {}, {})).status).toBe(401)
    const headers = { "x-visitor": await newVisitor(gateway.url) }
    const statuses = []
    for (let n = 0; n < 4; n++) statuses.push((await shared(talk, {}, headers)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    // Nothing of what it sends is read any more.
    expect((await shared(talk, { days: 365 }, headers)).status).toBe(429)
  })
})

test("the preview of a link has words for people, also where the question is only a picture", async () => {
  const picture = "![](https://prosa.example/api/cache/mYDAJtEhf3qtskI7N_yD3w.png)"
  const descriptionOf = async (...values: readonly string[]) => {
    const items = values.map((value, at) => ({ from: at === 0 ? "human" : "gpt", value }))
    const { json } = await shared(items)
    return / property="og:description" content="([^"]*)"/.exec((await read(`/s/${json["id"]}`)).text)?.[1]
  }
  expect(await descriptionOf(`${picture}\n\nO que é [isto](https://a.example)?`, "Um ponto.")).toBe("O que é isto?")
  expect(await descriptionOf(picture, "## É um **ponto**.")).toBe("É um ponto.")
})

test("who opens a link that cannot be read gets a page in words, whose bytes were cut or cannot be had", async () => {
  const { json } = await shared(talk)
  const id = json["id"] ?? ""
  const kept = await readdir(gateway.prosa.dataDir, { recursive: true })
  const path = join(gateway.prosa.dataDir, kept.find((name) => basename(name) === id) ?? "")
  const bytes = await readFile(path)
  const expectWords = async () => {
    const page = await read(`/s/${id}`)
    expect(page).toMatchObject({ status: 503 })
    expect(page.headers.get("content-type")).toContain("text/html")
    expect(page.headers.get("retry-after")).not.toBeNull()
    expect(page.text).toContain("Não é possível ler esta conversa agora.")
    expect((await read(`/api/shares/${id}`)).status).toBe(503)
  }
  await writeFile(path, bytes.subarray(0, 40))
  await expectWords()
  await rm(path)
  await mkdir(path)
  await expectWords()
  await rm(path, { recursive: true })
  await writeFile(path, bytes)
  expect((await read(`/s/${id}`)).status).toBe(200)
})

test("of links that somebody asks for at once one is made, and the others are told to wait", async () => {
  const busy = await gateway.code("premium", 1)
  const value = "Uma **frase** com [um link](https://a.example).\n\n".repeat(4_000)
  const made = await Promise.all(Array.from({ length: 8 }, () => shared([{ from: "gpt", value }], {}, bearer(busy))))
  const refused = made.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  for (const { json } of refused) expect(json["code"]).toBe("too_many_requests")
  expect((await shared(talk, {}, bearer(busy))).status).toBe(200)
})

describe("a page made in a chat", () => {
  const send = (body: string, headers: Record<string, string> = bearer(code)) =>
    fetch(`${gateway.url}/api/artifacts`, { method: "POST", headers, body })

  test("comes back as a text that runs nothing", async () => {
    const html = "<!doctype html><script>parent.alert(1)</script>página"
    const made = (await (await send(html)).json()) as { code: number; id: string }
    expect(made).toMatchObject({ code: 0, id: expect.stringMatching(/^[\w-]{22}$/) as string })
    const page = await read(`/api/artifacts?id=${made.id}`)
    expect(page.text).toBe(html)
    expect(page.headers.get("content-type")).toContain("text/plain")
    expect(page.headers.get("content-disposition")).toContain("attachment")
    expect(page.headers.get("content-security-policy")).toContain("sandbox")
    expect(page.headers.get("x-content-type-options")).toBe("nosniff")
  })

  test("ends after ninety days, not before", async () => {
    const { id } = (await (await send("x")).json()) as { id: string }
    ahead = 90 * dayMs - 60_000
    expect((await read(`/api/artifacts?id=${id}`)).status).toBe(200)
    ahead = 90 * dayMs + 1_000
    expect((await read(`/api/artifacts?id=${id}`)).status).toBe(410)
    ahead = 0
  })

  test("may be one MiB and no more, and is no empty one", async () => {
    expect((await send("a".repeat(1024 * 1024))).status).toBe(200)
    expect((await send("a".repeat(1024 * 1024 + 1))).status).toBe(413)
    expect((await send("  ")).status).toBe(400)
    expect((await send("x", {})).status).toBe(401)
  })

  test("of a visitor has a number a day", async () => {
    const headers = { "x-visitor": await newVisitor(gateway.url), "x-forwarded-for": "198.51.100.90" }
    for (let made = 0; made < dailyShares.visitor.artifact; made++) expect((await send("x", headers)).status).toBe(200)
    const refused = await send("x", { ...headers, "accept-language": "pt-BR" })
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ error: expect.stringContaining("hoje") as string })
  })

  test("is removed by its maker or by its token, by nobody else", async () => {
    const other = await gateway.code("premium", 1)
    const { id, deleteToken } = (await (await send("x")).json()) as { id: string; deleteToken: string }
    const path = `/api/artifacts?id=${id}`
    for (const headers of [{}, bearer(other), { "x-delete-token": "AbCdEfGhIjKlMnOpQrStUv" }])
      expect(await remove(path, headers)).toBe(404)
    expect((await read(path)).status).toBe(200)
    expect(await remove(path, { "x-delete-token": deleteToken })).toBe(200)
    expect((await read(path)).status).toBe(404)
  })
})

describe("an uploaded picture", () => {
  test("comes back as a picture alone, and is removed by its token only", async () => {
    const { json } = await upload(png)
    expect(json).toMatchObject({ code: 0 })
    const path = new URL(json["data"]!).pathname
    const picture = await fetch(`${gateway.url}${path}`)
    expect(Buffer.from(await picture.arrayBuffer())).toEqual(png)
    expect(picture.headers.get("content-type")).toBe("image/png")
    expect(picture.headers.get("content-security-policy")).toContain("sandbox")
    expect(await remove(path)).toBe(404)
    expect(await remove(path, { "x-delete-token": json["delete"]! })).toBe(200)
    expect((await fetch(`${gateway.url}${path}`)).status).toBe(404)
  })

  test.each([
    ["an SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>")],
    ["a page", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["30 000 pixels wide", wide(30_000, 100)],
    ["a bomb", wide(16_000, 16_000)],
    ["a bomb behind fill bytes", jpegDecoy],
    ["a bomb in a small screen", gifBomb],
    ["cut short", png.subarray(0, 40)],
    ["nothing", Buffer.alloc(0)],
  ])("is not %s", async (_, bytes) => {
    const { status, json } = await upload(bytes)
    expect(status).toBe(415)
    expect(json).toMatchObject({ code: 1, msg: expect.stringContaining("PNG") as string })
  })

  test("that is none counts among the day's pictures", async () => {
    const headers = { "x-visitor": await newVisitor(gateway.url), "x-forwarded-for": "203.0.113.200" }
    for (let tries = 0; tries < dailyShares.visitor.upload; tries++)
      expect((await upload(Buffer.from("<svg/>"), "image/svg+xml", headers)).status).toBe(415)
    expect((await upload(png, "image/png", headers)).status).toBe(429)
  })

  test("in a shared conversation lives as long as that, and goes with it", async () => {
    const { json } = await upload(png)
    const path = new URL(json["data"]!).pathname
    const made = (await shared([{ from: "human", value: `Veja: ![foto](${json["data"]})` }], { days: 30 })).json
    expect((await read(`/s/${made["id"]}`)).text).toContain(`<img src="${path}" alt="foto"`)
    ahead = 20 * dayMs
    expect((await fetch(`${gateway.url}${path}`)).status).toBe(200)
    expect(await remove(`/api/shares/${made["id"]}`, bearer(code))).toBe(200)
    expect((await fetch(`${gateway.url}${path}`)).status).toBe(410)
    ahead = 0
  })
})

test("a picture is withheld with every conversation that shows it, and the operator is told which those are", async () => {
  const { json } = await upload(png)
  const path = new URL(json["data"]!).pathname
  const [, picture = ""] = /cache\/(.{22})/.exec(path) ?? []
  const statusOf = () => fetch(`${gateway.url}${path}`).then(({ status }) => status)
  const show = async () =>
    (await shared([{ from: "gpt", value: `![](${json["data"]})` }], { days: 30 })).json["id"] ?? ""
  const [first, second] = [await show(), await show()]
  const admin = await adminOf(gateway)
  expect(await admin.get(`/shares/${first}`)).toMatchObject({ pictures: [picture] })
  await admin.post("/shares/takedown", { id: first })
  expect(await statusOf()).toBe(200)
  for (const address of ["203.0.113.5", "192.0.2.9", "198.51.100.1"])
    await fetch(`${gateway.url}/s/${second}/report`, { method: "POST", headers: { "x-forwarded-for": address } })
  expect((await read(`/s/${second}`)).status).toBe(410)
  expect(await statusOf()).toBe(410)
  await admin.post("/shares/restore", { id: second })
  expect(await statusOf()).toBe(200)
})

test("what a code has shared is erased with one command, its bytes too", async () => {
  const leaving = await gateway.code("premium", 1)
  const { id } = (await shared(talk, {}, bearer(leaving))).json as { id: string }
  const admin = await adminOf(gateway)
  expect(await admin.post("/codes/erase", { code: leaving.id })).toMatchObject({ erased: 1 })
  expect((await read(`/s/${id}`)).status).toBe(404)
})

test("a sweep erases what is over, remembers it for a while, and clears what was never finished", async () => {
  const config = readConfig({ DATA_DIR: gateway.prosa.dataDir })
  if (!config.ok) throw new Error("no configuration")
  const database = await openDatabase({ dataDir: gateway.prosa.dataDir })
  let at = Date.now()
  const files = await openSharedFiles(config.value, { database, pepper: "p", now: () => at })
  const person = { kind: "operator", tier: "premium", owner: "operator:x", address: "192.0.2.1" } as const
  const file = { kind: "artifact", type: "text/plain", bytes: Buffer.from("x"), lifeMs: 1_000 } as const
  const made = await files.create(person, file)
  const id = made.ok ? made.value.id : ""
  at += 2_000
  await files.sweep()
  expect(await files.find("artifact", id)).toMatchObject({ state: "expired" })
  expect(await files.read(id)).toBeUndefined()
  at += rememberedMs
  await files.sweep()
  expect(await files.find("artifact", id)).toBeUndefined()
  await database.close()
})

test("what is refused for its bytes counts as made, so that nobody has it made again and again", async () => {
  const config = readConfig({ DATA_DIR: gateway.prosa.dataDir })
  if (!config.ok) throw new Error("no configuration")
  const database = await openDatabase({ dataDir: gateway.prosa.dataDir })
  const files = await openSharedFiles(config.value, { database, pepper: "p", now: () => Date.now() })
  const visitor = (name: string) =>
    ({ kind: "visitor", tier: "free", owner: `visitor:${name}`, visitorId: name, address: "192.0.2.77" }) as const
  const large = { kind: "share", type: "text/plain", bytes: Buffer.alloc(21 * 1024 * 1024), lifeMs: 1_000 } as const
  for (let tries = 0; tries < 3; tries++) {
    expect(await files.isSpent(visitor("a"), "share")).toBe(false)
    expect(await files.create(visitor("a"), large)).toMatchObject({ error: { reason: "share-limit" } })
  }
  expect(await files.isSpent(visitor("a"), "share")).toBe(true)
  expect(await files.isSpent(visitor("a"), "upload")).toBe(false)
  // Nor does another id at the same address go on for ever.
  for (let tries = 3; tries < 15; tries++) expect((await files.create(visitor(`b${tries}`), large)).ok).toBe(false)
  expect(await files.isSpent(visitor("c"), "share")).toBe(true)
  expect(await files.isSpent({ ...visitor("d"), address: "198.51.100.9" }, "share")).toBe(false)
  await database.close()
})

/** A PNG that says it is so large. */
function wide(width: number, height: number): Buffer {
  const picture = Buffer.from(png)
  picture.writeUInt32BE(width, 16)
  picture.writeUInt32BE(height, 20)
  return picture
}

async function adminOf({ url, prosa }: TestGateway) {
  const { readFileSync } = await import("node:fs")
  const { join } = await import("node:path")
  const token = readFileSync(join(prosa.dataDir, "admin-token"), "utf8").trim()
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
  return {
    get: (path: string) => fetch(`${url}/api/admin${path}`, { headers }).then((reply) => reply.json() as unknown),
    post: (path: string, body: object) =>
      fetch(`${url}/api/admin${path}`, { method: "POST", headers, body: JSON.stringify(body) }).then(
        (reply) => reply.json() as unknown,
      ),
  }
}
