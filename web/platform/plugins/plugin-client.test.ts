import { afterEach, expect, test, vi } from "vitest"
import { callPlugin } from "./plugin-client.ts"

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

test("a text is read whatever its type says where one is expected, and only there", async () => {
  vi.stubGlobal("location", { origin: "https://prosa.example" })
  const loaded = async (type: string, body: BodyInit, isText?: true) => {
    const headers = { "x-upstream-status": "200", "x-upstream-type": type, "content-type": "application/octet-stream" }
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, { headers })))
    const call = { method: "GET", origin: "https://a.example", path: "/openapi", headers: {} }
    const { text } = await callPlugin(call, {
      headers: {},
      signal: new AbortController().signal,
      ...(isText && { isText }),
    })
    return text
  }
  const yaml = "openapi: 3.0.1\ninfo: { title: Horários }\n"
  for (const type of ["application/vnd.oai.openapi", "application/vnd.oai.openapi+json", "application/octet-stream"])
    // oxlint-disable-next-line no-await-in-loop -- one call after the other
    expect([type, await loaded(type, yaml, true)]).toEqual([type, yaml])
  expect(await loaded("application/octet-stream", yaml)).toBeUndefined()
  expect(await loaded("application/octet-stream", new Uint8Array([0x89, 0x50, 0xff]), true)).toBeUndefined()
})

test("JSON that its service calls bytes is read, and bytes that only begin like it are not", async () => {
  vi.stubGlobal("location", { origin: "https://prosa.example" })
  const read = async (type: string, body: BodyInit) => {
    const headers = { "x-upstream-status": "200", "x-upstream-type": type, "content-type": "application/octet-stream" }
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, { headers })))
    const call = { method: "GET", origin: "https://a.example", path: "/itens.json", headers: {} }
    const { text } = await callPlugin(call, { headers: {}, signal: new AbortController().signal })
    return text
  }
  expect(await read("application/octet-stream", '[{"item":"pão"}]')).toBe('[{"item":"pão"}]')
  expect(await read("binary/octet-stream", '{"a":1}')).toBe('{"a":1}')
  expect(await read("application/octet-stream", "{bytes}")).toBeUndefined()
  expect(await read("application/octet-stream", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]))).toBeUndefined()
  expect(await read("image/png", '{"a":1}')).toBeUndefined()
})

test("a call that a browser would read as one of another route is not made", async () => {
  const asked = vi.fn<typeof fetch>(() =>
    Promise.resolve(new Response("{}", { headers: { "x-upstream-status": "200" } })),
  )
  vi.stubGlobal("fetch", asked)
  vi.stubGlobal("location", { origin: "https://prosa.example" })
  const call = (path: string) =>
    callPlugin(
      { method: "PUT", origin: "https://a.example", path, headers: {} },
      { headers: {}, signal: new AbortController().signal },
    )
  for (const path of ["/../vault/AAAA", "/%2e%2E/vault/AAAA", "/x\\..\\..\\vault", "/.\t./vault", "x/../../vault"])
    // oxlint-disable-next-line no-await-in-loop -- one call after the other
    await expect(call(path)).rejects.toMatchObject({ name: "Error" })
  expect(asked).not.toHaveBeenCalled()
  await call("/a/%2e%2F?b=/../c")
  expect(asked).toHaveBeenCalledWith("/api/proxy/a/%2e%2F?b=/../c", expect.anything())
})

test("in the app, where the page itself calls, no more is taken of a reply than through the server, and its end is not awaited", async () => {
  vi.stubEnv("PROSA_APP", "1")
  let sent = 0
  let isCancelled = false
  const body = () =>
    new ReadableStream<Uint8Array>({
      pull(stream) {
        if (sent >= 8_000_000) return stream.close()
        sent += 65_536
        stream.enqueue(new Uint8Array(65_536).fill(0x61))
      },
      cancel() {
        isCancelled = true
      },
    })
  const call = { method: "GET", origin: "https://a.example", path: "/tudo", headers: {} }
  const read = (content: BodyInit) => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(content, { headers: { "content-type": "text/plain" } })))
    return callPlugin(call, { headers: {}, signal: new AbortController().signal })
  }
  const { size, isCut, text } = await read(body())
  expect({ size, isCut, letters: text?.length }).toEqual({ size: 2_097_152, isCut: true, letters: 2_097_152 })
  expect(isCancelled).toBe(true)
  expect(sent).toBeLessThan(2_500_000)
  expect(await read("a".repeat(2_097_152))).toMatchObject({ size: 2_097_152, isCut: false })
})
