import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { type FakeProvider, startFakeProvider } from "../testing/fake-provider/fake-provider.ts"
import { htmlReply, jsonReply } from "../testing/fake-provider/replies.ts"
import { startProsaInProcess } from "../testing/prosa-in-process.ts"

let host: FakeProvider
let prosa: Awaited<ReturnType<typeof startProsaInProcess>> | undefined
let clock = 1_000_000_000_000

beforeEach(async () => {
  host = await startFakeProvider()
})
afterEach(async () => {
  await prosa?.stop()
  prosa = undefined
  await host.close()
})

/** A server that compares with the code host, unless told otherwise; what it says. */
async function ask(
  env: Readonly<Record<string, string>> = { UPDATE_URL: `${host.url}/repos/casa/prosa/tags` },
  lang = "pt",
) {
  prosa ??= await startProsaInProcess({ env }, { now: () => clock })
  const reply = await fetch(`${prosa.url}/api/update`, { headers: { "accept-language": lang } })
  return { status: reply.status, json: (await reply.json()) as Record<string, unknown> }
}

test("without an address to compare with, the version is told and nobody is asked", async () => {
  const { status, json } = await ask({})
  expect([status, json]).toEqual([200, { version: expect.stringMatching(/^v\d+\.\d+\.\d+$/), versionType: "tag" }])
  expect(host.requests).toHaveLength(0)
})

test("a newer tag is told, with the page of the repository", async () => {
  host.script(jsonReply(200, [{ name: "v99.0.0" }, { name: "v0.0.1" }]))
  const { json } = await ask()
  expect(json).toMatchObject({ versionType: "tag", remoteVersion: "v99.0.0", isNewer: true })
  expect(json["link"]).toBe(`${host.url}/casa/prosa`)
  expect(host.requests[0]).toMatchObject({ method: "GET", path: "/repos/casa/prosa/tags" })
})

test("a list of commits compares dates", async () => {
  host.script(jsonReply(200, [{ sha: "a", commit: { author: { date: "1999-01-01T00:00:00Z" } } }]))
  const { json } = await ask()
  expect(json).toMatchObject({ versionType: "date", remoteVersion: String(Date.UTC(1999, 0, 1)), isNewer: false })
})

test("the code host is asked once a minute at most, whoever wants to know", async () => {
  host.script(jsonReply(200, [{ name: "v0.0.1" }]))
  await ask()
  await Promise.all([ask(), ask()])
  clock += 59_999
  await ask()
  expect(host.requests).toHaveLength(1)
  clock += 1
  await ask()
  expect(host.requests).toHaveLength(2)
})

describe("what goes wrong is told in fixed words", () => {
  const at = (status: number) => jsonReply(status, { message: "no" })
  test.each([
    [504, at(504), 504, "Servidor sobrecarregado (504). Tente novamente em alguns segundos."],
    [502, at(502), 502, "Erro no gateway (502). Tente novamente em alguns segundos."],
    [503, at(503), 503, "Serviço temporariamente indisponível (503). Tente novamente em alguns segundos."],
    [200, htmlReply(200), 502, /^Update Error: Resposta não é JSON válido/],
    [403, at(403), 502, "Update Error: Falha ao buscar commit/tag 403"],
    [200, jsonReply(200, {}), 502, "Update Error: Falha ao buscar commit/tag 200"],
  ])("%i", async (_, reply, status, words) => {
    host.script(reply)
    const answer = await ask()
    expect(answer.status).toBe(status)
    expect(answer.json["error"]).toMatch(words)
    expect(answer.json["code"]).toBe("update-check-failed")
  })

  test("a host that is not there is a 502", async () => {
    const answer = await ask({ UPDATE_URL: "http://127.0.0.1:9/tags" }, "en")
    expect([answer.status, answer.json["error"]]).toEqual([502, "Gateway error (502). Try again in a few seconds."])
  })
})
