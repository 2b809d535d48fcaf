import type { Page } from "@playwright/test"
import type { ToolCall } from "../core/gateway/chat-request.ts"
import { noUsage } from "../core/gateway/usage.ts"
import type { RecordedRequest } from "../testing/fake-provider/fake-provider.ts"
import { answerReply, textReply } from "../testing/fake-provider/replies.ts"
import { expectAccessible } from "./support/axe.ts"
import { chatOn, microReaisIn, openWithCode, untilDemonstration } from "./support/chat.ts"
import { expect, test, withMotion } from "./support/test.ts"

test.use(withMotion)

const clock = (id: string, json = "{}"): ToolCall => ({ id, name: "relogio", arguments: json })

const calling = (...calls: readonly ToolCall[]) =>
  answerReply([
    ...calls.map((call, index) => ({ type: "tool-call", index, call }) as const),
    { type: "usage", usage: { ...noUsage, inputUncached: 10, output: 5 } },
    { type: "finish", reason: "tool-calls" },
  ])

/** The clock is the demonstration's; the answers come from the scripted provider. */
async function openAsDemonstration(page: Page, url: string): Promise<void> {
  await page.route("**/api/config", async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, json: { ...((await reply.json()) as object), pretend: true } })
  })
  await page.goto(url)
  await untilDemonstration(page)
}

const isQuestion = ({ json }: RecordedRequest) => json["tools"] !== undefined

test("the demonstration's model uses a tool, which stands in the answer as a line that unfolds", async ({ page }) => {
  await page.goto("/")
  await untilDemonstration(page)
  const chat = chatOn(page)
  const keys: (string | undefined)[] = []
  page.on("request", (request) => {
    if (request.url().endsWith("/v1/chat/completions") && request.postData()?.includes('"tools"'))
      keys.push(request.headers()["idempotency-key"])
  })
  await chat.ask("Use uma ferramenta, por favor")
  await chat.untilAnswered()
  const answer = chat.answers.last()
  await expect(answer.getByText("A ferramenta respondeu:")).toBeVisible()
  const line = answer.getByText("Usou a ferramenta Relógio")
  await expect(line).toBeVisible()
  await line.click()
  await expect(answer.getByText("Resultado", { exact: true })).toBeVisible()
  await expectAccessible(page, "a tool's line is open")
  expect(keys[1]).toBe(`${keys[0]}.2`)
  expect(keys).toHaveLength(2)

  await page.reload()
  await expect(chat.answers.last().getByText("Usou a ferramenta Relógio")).toBeVisible()
  expect(keys).toHaveLength(2)
})

test("calls at once, of tools that are not there and with broken arguments, are all answered", async ({
  page,
  provider,
  startProsa,
}) => {
  const prosa = await startProsa({ provider })
  const first = calling(clock("c1"), { id: "c2", name: "foguete", arguments: "{}" }, clock("c3", "{"))
  provider.script((request) =>
    !isQuestion(request)
      ? textReply("Título")(request)
      : roundOf(request) === 0
        ? first(request)
        : textReply("Pronto.")(request),
  )
  await openAsDemonstration(page, prosa.url)
  const chat = chatOn(page)
  await chat.ask("Que ferramentas há?")
  await chat.untilAnswered()
  const answer = chat.answers.last()
  await expect(answer.getByText("Pronto.")).toBeVisible()
  await expect(answer.getByText("A ferramenta foguete não deu certo")).toBeVisible()
  const second = provider.requests.filter(isQuestion).at(-1)
  const messages = second?.json["messages"] as
    | readonly { role: string; tool_call_id?: string; content: string }[]
    | undefined
  const sent = (messages ?? []).filter(({ role }) => role === "tool")
  expect(sent.map(({ tool_call_id }) => tool_call_id)).toEqual(["c1", "c2", "c3"])
  expect(sent[1]?.content).toContain("Não existe uma ferramenta chamada foguete")
  expect(sent[2]?.content).toContain("não são um objeto JSON válido")
})

test("a model that never stops calling is stopped after eight rounds, in clear words", async ({
  page,
  provider,
  startProsa,
}) => {
  const prosa = await startProsa({ provider })
  provider.script((request) => (isQuestion(request) ? calling(clock("c"))(request) : textReply("Título")(request)))
  await openAsDemonstration(page, prosa.url)
  const chat = chatOn(page)
  await chat.ask("Use a ferramenta")
  await expect(chat.answers.last().getByText(/pediu ferramentas 8 vezes seguidas/)).toBeVisible()
  expect(provider.requests.filter(isQuestion)).toHaveLength(9)
})

test("a model that never stops calling costs no more than the ceiling of a message, over all its rounds", async ({
  page,
  provider,
  startProsa,
}) => {
  const prosa = await startProsa({ provider })
  // As much as it is allowed to write, and in each round so much that four would break the ceiling.
  provider.script((request) => {
    if (!isQuestion(request)) return textReply("Título")(request)
    const { max_completion_tokens: most, max_tokens: mostOfOld = most } = request.json
    const output = Math.min(4_000, Number(mostOfOld))
    return answerReply([
      { type: "tool-call", index: 0, call: { id: "c", name: "feriados", arguments: "{}" } },
      { type: "usage", usage: { ...noUsage, inputUncached: 400, output } },
      { type: "finish", reason: "tool-calls" },
    ])(request)
  })
  const made = (await prosa.admin("code", "create", "--kind", "premium", "--credit", "20.00")) as {
    readonly codes: readonly { readonly code: string }[]
  }
  await openWithCode(page, prosa.url, made.codes[0]?.code ?? "")
  await page.getByRole("link", { name: "Configurações" }).click()
  const ceiling = page.getByRole("textbox", { name: "Limite por mensagem" })
  await ceiling.fill("0,05")
  await ceiling.blur()
  await page.getByRole("link", { name: "Voltar" }).click()
  const chat = chatOn(page)
  await page.getByRole("button", { name: /^Modelo: / }).click()
  await page
    .getByRole("dialog", { name: "Modelos" })
    .getByRole("button", { name: /GPT-4o mini/ })
    .click()
  await chat.field.fill("Bom dia")
  await expect(page.getByTitle("Preço estimado desta mensagem")).toHaveText(/^≈\sR\$\s[\d,]+$/)
  await chat.field.fill("Qual é o próximo feriado?")
  await expect(page.getByTitle("Preço estimado desta mensagem")).toHaveText(/^≈\sR\$\s[\d,]+ por\srodada$/)
  await chat.ask("Qual é o próximo feriado?")
  const answer = chat.answers.last()
  await expect(answer).toContainText(/Esta resposta já custou R\$\s0,0\d+, e o seu limite de R\$\s0,05 por mensagem/)
  await answer.getByTitle("Recibo").click()
  const total = microReaisIn(await answer.getByText("Total", { exact: true }).locator("..").textContent())
  const rounds = provider.requests.filter(isQuestion).length
  expect(rounds).toBeGreaterThan(1)
  expect(rounds).toBeLessThan(9)
  await expect(answer.getByLabel("Recibo").last()).toContainText(`${rounds} rodadas`)
  expect(total).toBeGreaterThan(30_000)
  expect(total).toBeLessThanOrEqual(50_000)
})

test("a reload in the second round neither runs the tool again nor asks again", async ({
  page,
  provider,
  startProsa,
}) => {
  const prosa = await startProsa({ provider })
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  provider.script(async (request) => {
    if (!isQuestion(request)) return textReply("Título")(request)
    if (roundOf(request) === 0) return calling(clock("c1"))(request)
    await held
    return textReply("São dez horas.")(request)
  })
  await openAsDemonstration(page, prosa.url)
  const chat = chatOn(page)
  await chat.ask("Use a ferramenta")
  await expect.poll(() => provider.requests.filter(isQuestion).length).toBe(2)
  await page.reload()
  await expect(chat.answers.last().getByText("Usou a ferramenta Relógio")).toBeVisible()
  release()
  await expect(chat.answers.last().getByText("São dez horas.")).toBeVisible()
  expect(provider.requests.filter(isQuestion)).toHaveLength(2)
})

test("a stop in the second round leaves what was done, and asks nobody any more", async ({
  page,
  provider,
  startProsa,
}) => {
  const prosa = await startProsa({ provider })
  const never = new Promise<never>(() => {})
  provider.script(async (request) => {
    if (!isQuestion(request)) return textReply("Título")(request)
    return roundOf(request) === 0 ? calling(clock("c1"))(request) : never
  })
  await openAsDemonstration(page, prosa.url)
  const chat = chatOn(page)
  await chat.ask("Use a ferramenta")
  await expect.poll(() => provider.requests.filter(isQuestion).length).toBe(2)
  await chat.stop.click()
  await expect(chat.answers.last().getByText("Você parou a resposta.")).toBeVisible()
  await expect(chat.answers.last().getByText("Usou a ferramenta Relógio")).toBeVisible()
  await chat.ask("Use a ferramenta outra vez")
  const next = () => JSON.stringify(provider.requests.filter(isQuestion)[2]?.json["messages"] ?? [])
  await expect.poll(next).toContain("Use a ferramenta outra vez")
})

/** How often tools have answered before this request. */
function roundOf({ json }: RecordedRequest): number {
  return (json["messages"] as readonly { readonly role: string }[]).filter(({ role }) => role === "tool").length
}

test("acknowledgements that got lost, of an earlier round and of an earlier version, make no new conversation", async ({
  page,
  provider,
  startProsa,
}) => {
  const prosa = await startProsa({ provider, env: { LIMIT_OPEN_RUNS_FREE: "0" } })
  provider.script((request) => {
    if (!isQuestion(request)) return textReply("Título")(request)
    return roundOf(request) === 0 ? calling(clock("c1"))(request) : textReply("São dez horas.")(request)
  })
  await openAsDemonstration(page, prosa.url)
  const chat = chatOn(page)
  // As when the line breaks at that moment: the page has said it, the server never hears it.
  await page.route("**/api/runs/*", (route) =>
    route.request().method() === "DELETE" ? route.fulfill({ json: {} }) : route.fallback(),
  )
  await chat.ask("Use a ferramenta")
  await chat.untilAnswered()
  await chat.answers.last().getByRole("button", { name: "Tentar de novo" }).click()
  await expect(chat.answers.last().getByText("2 de 2")).toBeVisible()
  await chat.untilAnswered()
  expect(await keptRuns(page)).toBe(4)
  const listed = await chat.conversations.getByRole("listitem").count()

  await page.unroute("**/api/runs/*")
  await page.reload()
  await expect.poll(() => keptRuns(page)).toBe(0)
  await expect(chat.conversations.getByRole("listitem")).toHaveCount(listed)
})

/** How many answers the server still keeps for this visitor. */
function keptRuns(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const headers = { "X-Visitor": localStorage.getItem("__anon_session__") ?? "" }
    const { runs } = (await (await fetch("/api/runs", { headers })).json()) as { runs: { resumable: boolean }[] }
    return runs.filter(({ resumable }) => resumable).length
  })
}
