import { request, type RequestListener } from "node:http"
import { gzipSync } from "node:zlib"
import { describe, expect, test } from "vitest"
import type { PluginAuth } from "#core/plugins/plugin.ts"
import { pluginSpec, pluginSpecs, type PluginSpecName } from "../../testing/plugin-specs.ts"
import { callThrough, okay, startPluginTwin as plugin, type TwinSetting } from "../../testing/plugin-twin.ts"
import type { EgressRules } from "../outbound/egress-guard.ts"
import { callsAtOnce, callsOfVisitors, callsPerMinute, isAllowedHost } from "./plugin-routes.ts"

/** Many calls at once take a while on a busy machine. */
const patient = { timeout: 30_000 }

describe("the nine real descriptions against a twin on this machine", () => {
  const given: Readonly<Record<PluginSpecName, readonly (readonly [string, object])[]>> = {
    arxivsearch: [["GET /api/query", { search_query: "all:água", start: 0, max_results: 2 }]],
    chatpdf: [["POST /read_url", { f1_http_url: "https://a.example/x.pdf", f3_selected_pages: [] }]],
    codeinterpreterapi: [["POST /runcode", { code: "print('olá')", languageType: "python" }]],
    dalle: [
      [
        "POST /v1/images/generations",
        { model: "dall-e-3", n: 1, prompt: "a cat", size: "1024x1024", quality: "hd", style: "vivid" },
      ],
    ],
    duckduckgolite: [["POST /lite/", { q: "caju & cajá", kl: "br-pt" }]],
    fastgpt: [["POST /api/core/dataset/list", {}]],
    flux: [
      ["POST /fal-ai/flux/dev", { prompt: "gato", image_size: "square", num_inference_steps: 4, guidance_scale: 3.5 }],
      ["POST /fal-ai/flux-pro", { prompt: "cão", image_size: "square", num_inference_steps: 4, guidance_scale: 3 }],
    ],
    npmsearch: [
      ["GET /-/v1/search", { text: "react", size: 5 }],
      ["GET /{packageName}", { packageName: "@a/b" }],
    ],
    wolframalpha: [["GET /api/v1/llm-api", { input: "2+2=?" }]],
  }
  const auths: Partial<Readonly<Record<string, PluginAuth>>> = {
    dalle: { authType: "bearer", authToken: "sk-mine" },
    fastgpt: { authType: "bearer", authToken: "fg-1" },
    flux: { authType: "custom", authHeader: "Authorization", authToken: "Key f-1", authLocation: "header" },
    wolframalpha: { authType: "custom", authHeader: "appid", authToken: "W-1", authLocation: "query" },
  }

  test.each(pluginSpecs)("%s: every byte arrives as it was made", async (name) => {
    const twin = await plugin(okay)
    for (const [key, argumentsGiven] of given[name]) {
      const { made, reply, arrived } = await callThrough(
        twin,
        pluginSpec(name),
        key,
        { ...argumentsGiven },
        auths[name],
      )
      const { method, path, headers, body } = made
      expect(reply.status).toBe(200)
      expect(arrived).toMatchObject({ method, url: path, body: body ?? "" })
      for (const [header, value] of Object.entries(headers)) expect(arrived?.headers[header.toLowerCase()]).toBe(value)
      expect(arrived?.headers["authorization"]).toBe(headers["Authorization"])
    }
  })
})

describe("what goes along", () => {
  test("only what is the plugin's, under its own names, with who we are", async () => {
    const { call, heard } = await plugin(okay)
    await call("/a?key=minha&x=1", {
      method: "PUT",
      body: "{}",
      headers: {
        "content-type": "application/json",
        "x-plugin-x-api-key": "dele",
        "x-plugin-authorization": "Bearer dele",
        "x-plugin-cookie": "a=b",
        "x-plugin-host": "evil.example",
        "x-plugin-x-forwarded-for": "1.2.3.4",
        "x-plugin-sec-fetch-site": "none",
        "x-plugin-proxy-authorization": "x",
        "x-forwarded-for": "9.9.9.9",
        "x-access-code": "codigo",
        cookie: "segredo=1",
        origin: "https://prosa.example",
        referer: "https://prosa.example/chat",
      },
    })
    const [{ url, method, headers, body } = { url: "", method: "", headers: {}, body: "" }] = heard
    expect({ url, method, body }).toEqual({ url: "/a?key=minha&x=1", method: "PUT", body: "{}" })
    expect(headers).toMatchObject({
      "x-api-key": "dele",
      authorization: "Bearer dele",
      "content-type": "application/json",
      "user-agent": "Prosa/1.2.3",
      "accept-encoding": "identity",
    })
    const names = Object.keys(headers)
    for (const never of [
      "cookie",
      "x-forwarded-for",
      "x-access-code",
      "origin",
      "referer",
      "sec-fetch-site",
      "x-base-url",
    ])
      expect(names).not.toContain(never)
    expect(JSON.stringify(headers)).not.toMatch(/codigo|segredo|evil\.example|Bearer code/)
  })

  test("what a Connection header names stays here", async () => {
    const { heard, base, url } = await plugin(okay)
    await new Promise<void>((resolve, reject) => {
      const asked = request(`${url}/api/proxy/a`, {
        headers: {
          authorization: "Bearer code",
          "x-plugin-call": "1",
          "x-base-url": base,
          "sec-fetch-site": "same-origin",
          "x-plugin-x-secret": "1",
          connection: "X-Secret",
        },
      })
      asked.on("response", (response) => response.resume().on("end", resolve)).on("error", reject)
      asked.end()
    })
    expect(heard[0]?.headers["x-secret"]).toBeUndefined()
  })

  test.each(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"])("%s", async (method) => {
    const { call, heard } = await plugin(okay)
    expect((await call("/a/%2e%2F?b=%20c", { method })).status).toBe(200)
    expect(heard[0]).toMatchObject({ method, url: "/a/%2e%2F?b=%20c" })
  })

  test("a base address keeps its path, and no line of the log has a query", async () => {
    const { call, heard, base, logged } = await plugin(okay)
    await call("/b?token=segredo", { base: `${base}/v1/` })
    expect(heard[0]?.url).toBe("/v1/b?token=segredo")
    expect(logged.join()).toContain("plugin-call")
    expect(logged.join()).not.toContain("segredo")
  })
})

describe("what comes back", () => {
  const replyTo = async (listener: RequestListener, setting?: TwinSetting) => {
    const { call } = await plugin(listener, setting)
    const reply = await call("/a")
    return { reply, text: await reply.text() }
  }

  test("is a download in a box, without anything that would act in a browser", async () => {
    const { reply, text } = await replyTo((_, response) =>
      response
        .writeHead(418, {
          "content-type": "text/html; charset=iso-8859-1",
          "set-cookie": "a=b",
          location: "https://evil.example",
          refresh: "0;url=https://evil.example",
          "www-authenticate": "Basic",
          "access-control-allow-origin": "*",
        })
        .end("<script>alert(1)</script>"),
    )
    expect({ status: reply.status, text }).toEqual({ status: 418, text: "<script>alert(1)</script>" })
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      "content-type": "text/plain; charset=iso-8859-1",
      "content-disposition": 'attachment; filename="resposta"',
      "cache-control": "no-store",
      "x-upstream-status": "418",
      "x-upstream-type": "text/html",
    })
    expect(reply.headers.get("content-security-policy")).toContain("sandbox")
    for (const never of ["set-cookie", "location", "refresh", "www-authenticate", "access-control-allow-origin"])
      expect(reply.headers.get(never)).toBeNull()
  })

  test.each([
    ["application/problem+json", "application/json; charset=utf-8"],
    ["application/atom+xml; charset=UTF-8", "text/plain; charset=UTF-8"],
    ["image/svg+xml", "application/octet-stream"],
    ["image/png", "application/octet-stream"],
    ["", "application/octet-stream"],
  ])("%s is passed on as %s", async (type, as) => {
    const { reply } = await replyTo((_, response) =>
      response.writeHead(200, type ? { "content-type": type } : {}).end("x"),
    )
    expect(reply.headers.get("content-type")).toBe(as)
  })

  test.each([
    [
      "a redirect, whose host is named",
      302,
      { location: "https://elsewhere.example/x" },
      502,
      "redirected",
      "elsewhere.example",
    ],
    [
      "a redirect to another path, whose host is the same",
      302,
      { location: "/other/" },
      502,
      "redirected",
      "(127.0.0.1:",
    ],
    ["what is compressed", 200, { "content-encoding": "gzip" }, 502, "compressed_reply", ""],
  ])("%s is refused", async (_, status, headers, expected, code, said) => {
    const { reply, text } = await replyTo((_request, response) =>
      response.writeHead(status, headers).end(gzipSync("x")),
    )
    expect(reply.status).toBe(expected)
    expect(reply.headers.get("x-upstream-status")).toBeNull()
    expect(JSON.parse(text)).toMatchObject({ code })
    expect(text).toContain(said)
  })

  test("nothing is nothing, three megabytes are cut to two, and silence ends", async () => {
    const empty = await replyTo((_, response) => response.writeHead(204).end())
    expect({ status: empty.reply.status, text: empty.text }).toEqual({ status: 200, text: "" })
    expect(empty.reply.headers.get("x-upstream-status")).toBe("204")
    const large = await replyTo((_, response) =>
      response.writeHead(200, { "content-type": "text/plain" }).end("a".repeat(3 * 1024 * 1024)),
    )
    expect(large.text.length).toBe(2 * 1024 * 1024)
    expect(large.reply.headers.get("x-upstream-cut")).toBe("1")
    const silent = await replyTo(() => {}, { waitMs: 50 })
    expect([silent.reply.status, JSON.parse(silent.text)]).toMatchObject([504, { code: "service_timeout" }])
    const broken = await replyTo((incoming) => incoming.socket.destroy())
    expect([broken.reply.status, JSON.parse(broken.text)]).toMatchObject([502, { code: "service_away" }])
  })
})

describe("where a call may not go", () => {
  const inside = [
    "https://127.0.0.1/",
    "https://localhost/",
    "https://localhost./",
    "https://[::1]/",
    "https://0/",
    "https://[::]/",
    "https://127.1/",
    "https://2130706433/",
    "https://0177.0.0.1/",
    "https://0x7f.1/",
    "https://①②⑦.⓪.⓪.①/",
    "https://[::ffff:127.0.0.1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[2002:7f00:1::]/",
    "https://169.254.169.254/latest/meta-data/",
    "https://[fd00:ec2::254]/",
    "https://10.0.0.5/",
    "https://172.16.0.1/",
    "https://192.168.1.1/",
    "https://100.64.0.1/",
    "http://93.184.215.14/",
    "file:///etc/passwd",
    "gopher://93.184.215.14/",
    "data:text/html,x",
    "https://93.184.215.14:22/",
    "https://93.184.215.14:6379/",
    "https://93.184.215.14:80/",
    "https://user@93.184.215.14/",
    "https://api.openai.com@127.0.0.1/",
    "https://93.184.215.14/?x=1",
    "https://93.184.215.14/#x",
    "https://127.0.0.1%0d%0aX-Evil:1/",
    "",
    "x".repeat(3_000),
  ]
  test("one refusal for all of them, and no connection", async () => {
    const { call, heard, port, pass } = await plugin(okay, { egress: {} })
    for (const base of [...inside, `https://127.0.0.1:${port}/`, `http://127.0.0.1:${port}/`]) {
      pass(10_000)
      const reply = await call("/", { base: URL.canParse(base) ? new URL(base).href : base })
      expect([base, reply.status, await reply.json()]).toMatchObject([base, 403, { code: "bad_plugin_address" }])
    }
    expect(heard).toEqual([])
  })

  test("a name with a private address among its addresses, ourselves, and our own calls come back", async () => {
    const mixed = { lookup: async () => ["93.184.215.14", "127.0.0.1"].map((address) => ({ address, family: 4 })) }
    const { call } = await plugin(okay, { egress: mixed })
    expect((await call("/", { base: "https://two.example" })).status).toBe(403)
    const open = await plugin(okay)
    expect((await open.call("/", { base: "https://prosa.example" })).status).toBe(403)
    expect((await open.call("/", { headers: { "x-prosa-plugin": "1" } })).status).toBe(403)
    expect((await open.call("/")).status).toBe(200)
  })

  test("where the operator allows no plugins, or not this host", async () => {
    const off = await plugin(okay, { plugins: { isOn: false, hosts: [] } })
    expect(await (await off.call("/")).json()).toMatchObject({ code: "plugins_off" })
    const some = await plugin(okay, { plugins: { isOn: true, hosts: ["api.example.com"] } })
    expect((await some.call("/")).status).toBe(403)
    expect(some.heard).toEqual([])
    expect(
      ["a.gov.br", "gov.br", "xgov.br", "api.example.com"].map((host) =>
        isAllowedHost([".gov.br", "api.example.com"], host),
      ),
    ).toEqual([true, false, false, true])
  })
})

describe("who may call, and how often", () => {
  test("not another page, not nobody, and not without the mark of a plugin", async () => {
    const { call, heard, url } = await plugin(okay)
    expect((await call("/", { headers: { "sec-fetch-site": "cross-site" } })).status).toBe(403)
    const nobody = { "x-plugin-call": "1", "sec-fetch-site": "same-origin", "x-base-url": "https://a.example" }
    expect((await fetch(`${url}/api/proxy/a`, { headers: nobody })).status).toBe(401)
    expect(await (await fetch(`${url}/api/proxy/a`)).text()).toBe("otherwise")
    expect(heard).toEqual([])
  })

  test("thirty a minute", async () => {
    const { call, pass } = await plugin(okay)
    for (let at = 0; at < callsPerMinute.person; at++) expect((await call("/a")).status).toBe(200)
    const reply = await call("/a")
    expect([reply.status, Number(reply.headers.get("retry-after"))]).toEqual([429, expect.any(Number)])
    const said = await reply.json()
    expect(said).toMatchObject({ code: "too_many_requests" })
    expect(String((said as { readonly error: string }).error)).toMatch(/^Muitas chamadas de plugins em pouco tempo\./)
    pass(60_000)
    expect((await call("/a")).status).toBe(200)
  })

  test("four at once", async () => {
    const waiting: (() => void)[] = []
    const { call, heard } = await plugin((_, response) => void waiting.push(() => response.end("x")))
    const calls = Array.from({ length: 4 }, () => call("/a"))
    await expect.poll(() => heard.length).toBe(4)
    expect((await call("/a")).status).toBe(429)
    for (const go of waiting) go()
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  test("visitors leave places to codes, whatever their services take their time for", async () => {
    const waiting: (() => void)[] = []
    const { call, heard } = await plugin((_, response) => void waiting.push(() => response.end("x")))
    const visit = (at: number) =>
      call("/a", { headers: { authorization: "", "x-visitor": `v${at}`, "x-test-address": `192.0.2.${at + 10}` } })
    const calls = Array.from({ length: callsOfVisitors.calls }, (_, at) => visit(at))
    await expect.poll(() => heard.length, patient).toBe(callsOfVisitors.calls)
    expect((await visit(callsOfVisitors.calls)).status).toBe(429)
    const own = call("/a")
    await expect.poll(() => heard.length, patient).toBe(callsOfVisitors.calls + 1)
    for (const go of waiting) go()
    for (const reply of await Promise.all([...calls, own]))
      expect([reply.status, await reply.text()]).toEqual([200, "x"])
    const later = visit(0)
    await expect.poll(() => heard.length, patient).toBe(callsOfVisitors.calls + 2)
    for (const go of waiting) go()
    expect((await later).status).toBe(200)
  })

  test("a call that has no place has none of its body read", async () => {
    const waiting: (() => void)[] = []
    const { call, heard, base, url } = await plugin((_, response) => void waiting.push(() => response.end("x")))
    const calls = Array.from({ length: callsAtOnce.perOwner }, () => call("/a"))
    await expect.poll(() => heard.length, patient).toBe(callsAtOnce.perOwner)
    const headers = {
      authorization: "Bearer code",
      "x-plugin-call": "1",
      "x-base-url": base,
      "sec-fetch-site": "same-origin",
      "content-length": "100000",
    }
    // The body is announced and does not come.
    const asked = request(`${url}/api/proxy/a`, { method: "POST", headers })
    const status = await new Promise((resolve, reject) => {
      asked.on("response", (reply) => resolve(reply.statusCode)).on("error", reject)
      asked.flushHeaders()
    })
    asked.destroy()
    expect(status).toBe(429)
    for (const go of waiting) go()
    await Promise.all(calls)
  })

  test("a visitor so many a day", async () => {
    const { url, base } = await plugin(okay, { visitorCalls: 2 })
    const headers = {
      "x-visitor": "v",
      "x-plugin-call": "1",
      "x-base-url": base,
      "sec-fetch-site": "same-origin",
    }
    const statuses: number[] = []
    let said = ""
    for (let at = 0; at < 3; at++) {
      const reply = await fetch(`${url}/api/proxy/a`, { headers })
      statuses.push(reply.status)
      said = await reply.text()
    }
    expect(statuses).toEqual([200, 200, 403])
    expect(said).toContain("chamadas de plugins de hoje acabaram")
    expect(said).not.toMatch(/mensagens/i)
  })
})

describe("the services of the pack", () => {
  const here = async () => [{ address: "127.0.0.1", family: 4 }]
  /** A twin that answers in the names of the pack's hosts. */
  async function pack(answer: RequestListener, setting: TwinSetting = {}, lookup: EgressRules["lookup"] = here) {
    // The guard is told the port of the twin once that is known.
    const ports = [""]
    const egress: EgressRules = {
      ports,
      isAllowed: () => true,
      schemes: ["http:"],
      lookup,
    }
    const twin = await plugin(answer, { ...setting, egress })
    ports.push(String(twin.port))
    const ask = (host: string, path: string, headers: Record<string, string> = {}) =>
      twin.call(path, { base: `http://${host}:${twin.port}`, headers })
    return { ...twin, ask }
  }

  test("are asked once for what does not change", async () => {
    const { ask, heard } = await pack(okay)
    const first = await ask("brasilapi.com.br", "/api/cep/v2/01310930")
    expect(await first.json()).toEqual({ a: 1 })
    heard.length = 0
    const tookMs: number[] = []
    for (let at = 0; at < 10; at++) {
      const began = performance.now()
      const again = await ask("brasilapi.com.br", "/api/cep/v2/01310930")
      expect([again.status, await again.json()]).toEqual([200, { a: 1 }])
      tookMs.push(performance.now() - began)
    }
    expect(heard).toHaveLength(0)
    // The others of this machine have a share in what most of them took.
    expect(Math.min(...tookMs)).toBeLessThanOrEqual(20)
    // With a header of a plugin's it is somebody's own.
    await ask("brasilapi.com.br", "/api/cep/v2/01310930", { "x-plugin-x-key": "1" })
    expect(heard).toHaveLength(1)
  })

  test("whose names do not resolve are away, and what is known of them is told all the same", async () => {
    let isResolving = true
    const { ask, call, heard } = await pack(okay, {}, async () => {
      if (!isResolving) throw new Error("no name server")
      return [{ address: "127.0.0.1", family: 4 }]
    })
    expect((await ask("brasilapi.com.br", "/api/cep/v2/01310930")).status).toBe(200)
    isResolving = false
    expect((await ask("brasilapi.com.br", "/api/cep/v2/01310930")).status).toBe(200)
    const unknown = await ask("brasilapi.com.br", "/api/cep/v2/20040002")
    expect([unknown.status, await unknown.json()]).toMatchObject([502, { code: "service_away" }])
    expect(await (await call("/", { base: "https://elsewhere.example" })).json()).toMatchObject({
      code: "bad_plugin_address",
    })
    expect(heard).toHaveLength(1)
  })

  test("are not asked again for a long list of towns, nor do known replies wait for those who ask slowly", async () => {
    let hold = (give: () => void) => give()
    const { ask, call, heard } = await pack((incoming, response) => {
      if (incoming.url?.endsWith("/municipios")) response.end("x".repeat(380_000))
      else hold(() => okay(incoming, response))
    })
    const towns = () => ask("servicodados.ibge.gov.br", "/api/v1/localidades/estados/MG/municipios")
    await towns()
    heard.length = 0
    expect((await (await towns()).text()).length).toBe(380_000)
    expect(heard).toHaveLength(0)
    const waiting: (() => void)[] = []
    hold = (give) => void waiting.push(give)
    const slow = Array.from({ length: callsAtOnce.perOwner }, () => call("/devagar"))
    await expect.poll(() => waiting.length).toBe(callsAtOnce.perOwner)
    expect((await towns()).status).toBe(200)
    for (const give of waiting) give()
    await Promise.all(slow)
  })

  test("what is kept for everybody is not asked for in one caller's words", async () => {
    const { ask, heard } = await pack(okay)
    await ask("viacep.com.br", "/ws/01310930/json/", { accept: "application/xml", "content-type": "text/x-odd" })
    expect(heard[0]?.headers).toMatchObject({ accept: "*/*" })
    expect(heard[0]?.headers["content-type"]).toBeUndefined()
    // Where nothing is kept, it is the caller's.
    await ask("viacep.com.br", "/other", { accept: "application/xml" })
    expect(heard[1]?.headers).toMatchObject({ accept: "application/xml" })
  })

  test("what was not found is asked for again after minutes, what was found after a day", async () => {
    const { ask, heard, pass } = await pack((incoming, response) => {
      response.writeHead(incoming.url === "/ws/1/json/" ? 404 : 200, { "content-type": "application/json" }).end("{}")
    })
    const both = async () => {
      for (const path of ["/ws/1/json/", "/ws/2/json/"]) await ask("viacep.com.br", path)
      return heard.length
    }
    expect([await both(), await both()]).toEqual([2, 2])
    pass(5 * 60_000)
    expect(await both()).toBe(3)
  })

  test("visitors leave half of a service's rate to others, and one address most of theirs to other visitors", async () => {
    const { ask, pass } = await pack(okay)
    let asked = 0
    /** How many of so many calls pass, each for something else. */
    const passed = async (calls: number, headers: (at: number) => Record<string, string>) => {
      let good = 0
      for (let at = 0; at < calls; at++) {
        const reply = await ask("viacep.com.br", `/ws/${++asked}/json/`, headers(at))
        if (reply.status === 200) good++
      }
      return good
    }
    const visitor = (address: string) => () => ({
      authorization: "",
      "x-visitor": `v${address}`,
      "x-test-address": address,
    })
    expect(await passed(15, visitor("192.0.2.7"))).toBe(10)
    const subscriber = (at: number) => visitor(`2001:db8:1:${at.toString(16)}::1`)()
    expect(await passed(25, subscriber)).toBe(20)
    expect(await passed(5, visitor("192.0.2.8"))).toBe(0)
    expect(await passed(40, (at) => ({ authorization: `Bearer code-${at % 2}` }))).toBe(30)
    pass(60_000)
    expect(await passed(1, visitor("192.0.2.8"))).toBe(1)
  })
  test("a call that finds a service busy takes none of a visitor's day", async () => {
    const { ask, pass } = await pack(okay, { visitorCalls: 12 })
    let asked = 0
    const statuses = async (calls: number) => {
      const all: number[] = []
      for (let at = 0; at < calls; at++) {
        const headers = { authorization: "", "x-visitor": "v" }
        all.push((await ask("viacep.com.br", `/ws/${++asked}/json/`, headers)).status)
      }
      return all
    }
    expect((await statuses(13)).slice(9)).toEqual([200, 429, 429, 429])
    pass(60_000)
    expect(await statuses(3)).toEqual([200, 200, 403])
  })
})
