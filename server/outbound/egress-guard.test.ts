import { createHook } from "node:async_hooks"
import { createServer, type AddressInfo } from "node:net"
import { describe, expect, test } from "vitest"
import { exchange } from "./exchange.ts"
import { agentFor, checkEgress } from "./egress-guard.ts"

const publicName = { lookup: () => Promise.resolve([{ address: "93.184.215.14", family: 4 }]) }

describe("addresses of strangers", () => {
  test("are looked up without the threads that look up everybody else's", async () => {
    const begun: string[] = []
    const hook = createHook({ init: (_, type) => void begun.push(type) }).enable()
    await checkEgress("http://nobody.invalid/")
    hook.disable()
    expect(begun).toContain("QUERYWRAP")
    expect(begun).not.toContain("GETADDRINFOREQWRAP")
  })

  test.each([
    "https://exemplo.com.br/a.png",
    "http://exemplo.com.br/",
    "https://exemplo.com.br:443/",
    "http://93.184.215.14/",
  ])("%s may be called", async (url) => expect((await checkEgress(url, publicName)).ok).toBe(true))

  test.each([
    "http://127.0.0.1/",
    "http://[::1]/",
    "http://0/",
    "http://[::]/",
    "http://127.1/",
    "http://2130706433/",
    "http://0177.0.0.1/",
    "http://0x7f.1/",
    "http://①②⑦.⓪.⓪.①/",
    "http://127。0。0。1/",
    "http://%31%32%37.0.0.1/",
    "http:127.0.0.1/",
    "http:\\\\127.0.0.1\\",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:169.254.169.254]/",
    "http://[::7f00:1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "http://[2001:0:7f00:1::]/",
    "http://[fe80::1]/",
    "http://[fec0::1]/",
    "http://[fd00:ec2::254]/",
    "http://[3fff::1]/",
    "http://169.254.169.254/latest/meta-data/",
    "http://168.63.129.16/",
    "http://100.100.100.200/",
    "http://10.0.0.5/",
    "http://172.16.0.1/",
    "http://192.168.1.1/",
    "http://100.64.0.1/",
    "http://224.0.0.1/",
    "http://255.255.255.255/",
    "file:///etc/passwd",
    "gopher://127.0.0.1:6379/_INFO",
    "ftp://exemplo.com.br/",
    "data:text/html,x",
    "javascript:1",
    "https://exemplo.com.br:22/",
    "https://exemplo.com.br:6379/",
    "https://exemplo.com.br:25/",
    "https://ana@exemplo.com.br/",
    "https://api.openai.com:x@evil.test/",
    "//exemplo.com.br/",
    "/api/config",
    "exemplo.com.br",
    "",
    `https://exemplo.com.br/${"a".repeat(3_000)}`,
  ])("%s may not", async (url) => expect((await checkEgress(url, publicName)).ok).toBe(false))

  test.each([
    ["an inner address", ["10.0.0.5"]],
    ["a public and an inner one", ["93.184.215.14", "127.0.0.1"]],
    ["an inner one in IPv6", ["93.184.215.14", "::1"]],
    ["none", []],
  ])("a name with %s may not", async (_, addresses) => {
    const lookup = () =>
      Promise.resolve(addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })))
    expect((await checkEgress("https://exemplo.com.br/", { lookup })).ok).toBe(false)
  })

  test("a name that nobody knows is refused like any other", async () => {
    const lookup = () => Promise.reject(new Error("ENOTFOUND"))
    expect(await checkEgress("https://exemplo.com.br/", { lookup })).toEqual({ ok: false, error: "refused" })
  })
})

test("the connection goes where the check looked, not where the name leads a moment later", async () => {
  let reached = 0
  const listener = createServer((socket) => {
    reached += 1
    socket.end("HTTP/1.1 204 No Content\r\n\r\n")
  })
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve))
  const { port } = listener.address() as AddressInfo
  const rules = {
    lookup: () => Promise.resolve([{ address: "127.0.0.1", family: 4 }]),
    isAllowed: () => true,
    ports: [String(port)],
  }
  // A name that resolves to nothing: only the settled address can answer.
  const target = await checkEgress(`http://nome.invalid:${port}/`, rules)
  if (!target.ok) throw new Error("refused")
  const dispatcher = agentFor(target.value)
  const call = { origin: target.value.url.origin, path: "/", method: "GET" } as const
  const reply = await exchange(dispatcher, call, new AbortController().signal)
  await dispatcher.destroy()
  listener.close()
  expect(reply).toMatchObject({ status: 204 })
  expect(reached).toBe(1)
})
