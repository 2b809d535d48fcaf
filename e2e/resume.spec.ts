import type { Browser, BrowserContext, Page } from "@playwright/test"
import { errorReply, textReply } from "../testing/fake-provider/replies.ts"
import type { FakeProvider } from "../testing/fake-provider/fake-provider.ts"
import { every } from "../testing/fake-provider/timing.ts"
import { freshPostgres } from "../testing/postgres.ts"
import { type CuttableProxy, startCuttableProxy } from "./support/cuttable-proxy.ts"
import { chatOn, openTab, openWithCode } from "./support/chat.ts"
import { storedAnswers, type StoredAnswer } from "./support/stored.ts"
import { newCode, type Prosa, type ProsaOptions } from "./support/prosa.ts"
import { expect, test as base, withMotion } from "./support/test.ts"

interface ResumeFixtures {
  /** A server of this test's own in front of its provider, and a code that pays for answers. */
  readonly own: { readonly prosa: Prosa; readonly code: string }
  /** A line to that server that can be cut. */
  readonly line: CuttableProxy
}

const test = base.extend<ResumeFixtures>({
  own: async ({ startProsa, provider }, use) => {
    const prosa = await startProsa({ provider })
    await use({ prosa, code: await newCode(prosa, "20.00") })
  },
  line: async ({ own }, use) => {
    const line = await startCuttableProxy(own.prosa.url)
    await use(line)
    await line.close()
  },
})

test.use(withMotion)

const credit = 20_000_000

/** 120 pieces of the same length in characters, no two alike, over seven seconds. */
const pieces = 120
const story = Array.from(
  { length: pieces },
  (_, at) => `${String(at).padStart(3, "0")} ação 😀 é, ${at % 10 === 9 ? "\n" : " "}`,
).join("")
const question = "Conte a história da rendeira, bem devagar."

/** Answers questions by `answer`, and titles at once. */
function answerBy(provider: FakeProvider, answer: ReturnType<typeof textReply>): void {
  provider.script((request) => (isTitle(request.json) ? textReply("A rendeira")(request) : answer(request)))
}

function tellSlowly(provider: FakeProvider, betweenMs = 60): void {
  answerBy(provider, textReply(story, { chunks: pieces, timing: every(betweenMs) }))
}

/** A third of the story, and the rest after time enough to open another device. */
function tellWithAPause(provider: FakeProvider): void {
  const timing = function* (): Generator<number, never> {
    for (let at = 0; ; at++) yield at === 40 ? 20_000 : 20
  }
  answerBy(provider, textReply(story, { chunks: pieces, timing }))
}

function isTitle(json: Readonly<Record<string, unknown>>): boolean {
  return String(json["model"]).includes("nano")
}

function callsFor(provider: FakeProvider): number {
  return provider.requests.filter(({ json }) => !isTitle(json)).length
}

/** Opens the page as a premium user and asks; waits until some of the story is on the screen. */
async function beginStory(page: Page, { url }: { readonly url: string }, code: string): Promise<void> {
  await openWithCode(page, url, code)
  await chatOn(page).ask(question)
  await expect(chatOn(page).answers).toContainText("012 ação")
}

/** Opens another browser with the same code. */
async function onAnotherDevice(
  browser: Browser,
  { url }: { readonly url: string },
  code: string,
  go: (device: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ locale: "pt-BR" })
  try {
    const device = await context.newPage()
    await openWithCode(device, url, code)
    await go(device)
  } finally {
    await context.close()
  }
}

/** Waits until the only answer has ended, and returns it as it is stored. */
async function endedAnswer(page: Page): Promise<StoredAnswer> {
  await expect.poll(async () => (await storedAnswers(page)).filter(({ streaming }) => !streaming).length).toBe(1)
  const answers = await storedAnswers(page)
  expect(answers).toHaveLength(1)
  return answers[0] ?? { content: "" }
}

/** The books are right, and hold one charge: the one the answer shows. */
async function expectOneCharge(prosa: Prosa, code: string, answer: StoredAnswer): Promise<void> {
  expect(answer.cost).toBeGreaterThan(0)
  const shown = (await prosa.admin("code", "show", code)) as { readonly premium: { readonly available: number } }
  expect(Math.round(shown.premium.available * 1_000_000)).toBe(credit - (answer.cost ?? 0))
  expect(await prosa.admin("ledger", "verify")).toMatchObject({ ok: true, violations: [] })
}

async function expectWhole(page: Page, prosa: Prosa, code: string, provider: FakeProvider): Promise<StoredAnswer> {
  const answer = await endedAnswer(page)
  expect(answer.content).toBe(story)
  expect(answer.failure).toBeUndefined()
  expect(answer.interrupted).toBeUndefined()
  await expectOneCharge(prosa, code, answer)
  expect(callsFor(provider)).toBe(1)
  return answer
}

interface KeptRun {
  readonly resumable: boolean
  readonly state: string
}

/** The runs that the server has stored for the code. */
async function keptRuns(prosa: Prosa, code: string): Promise<readonly KeptRun[]> {
  const reply = await fetch(`${prosa.url}/api/runs`, { headers: { authorization: `Bearer nk-${code}` } })
  const { runs } = (await reply.json()) as { readonly runs: readonly KeptRun[] }
  return runs.filter(({ resumable }) => resumable)
}

/** The server's record of the only interrupted run: its text, and its price in micro-reais. */
async function keptRun(prosa: Prosa, code: string) {
  const headers = { authorization: `Bearer nk-${code}` }
  const listed = (await (await fetch(`${prosa.url}/api/runs`, { headers })).json()) as {
    readonly runs: readonly { readonly id: string; readonly state: string; readonly cost: number }[]
  }
  const { id = "", cost = 0 } = listed.runs.find(({ state }) => state === "interrupted") ?? {}
  const told = await (await fetch(`${prosa.url}/api/runs/${id}/events`, { headers })).text()
  const text = [...told.matchAll(/"content":("(?:[^"\\]|\\.)*")/g)].map(([, json = '""']) => JSON.parse(json) as string)
  return { cost: Math.round(cost * 1_000_000), text: text.join("") }
}

async function crash(page: Page, context: BrowserContext): Promise<void> {
  const crashed = page.waitForEvent("crash")
  const devtools = await context.newCDPSession(page)
  // The call itself never answers: there is nobody left to do so.
  void devtools.send("Page.crash").catch(() => {})
  await crashed
}

test("offline in mid-answer, and back online: not a word twice, not one lost", async ({
  page,
  context,
  provider,
  own: { prosa, code },
  line,
}) => {
  tellSlowly(provider)
  await beginStory(page, line, code)
  // Chromium leaves open what is open when it is told to be offline; a real network does not.
  await context.setOffline(true)
  line.cut()
  await expect(page.getByText("Reconectando…", { exact: true })).toBeVisible()
  const before = (await storedAnswers(page))[0]?.content ?? ""
  line.mend()
  await context.setOffline(false)
  const answer = await expectWhole(page, prosa, code, provider)
  expect(before.length).toBeLessThan(answer.content.length)
  await expect(page.getByText("Reconectando…", { exact: true })).toHaveCount(0)
  expect(answer.finish).toBe("stop")
})

test("a line that breaks again and again", async ({ page, provider, own: { prosa, code }, line }) => {
  tellSlowly(provider)
  await beginStory(page, line, code)
  for (const seen of ["020 ação", "035 ação", "050 ação", "070 ação"]) {
    line.cut()
    line.mend()
    await expect(chatOn(page).answers).toContainText(seen)
  }
  await expectWhole(page, prosa, code, provider)
})

test("a phone that slept while its answer was finished", async ({
  page,
  context,
  provider,
  own: { prosa, code },
  line,
}) => {
  tellSlowly(provider, 30)
  // The time that passes while everything else stands still: the page's and its worker's.
  const nap = "const real = Date.now; let slept = 0; Date.now = () => real() + slept;"
  const hear = `${nap} new BroadcastChannel("nap").onmessage = ({ data }) => { slept = data };\n`
  await page.route(/gateway-worker/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: hear + (await response.text()) })
  })
  await beginStory(page, line, code)
  const devtools = await context.newCDPSession(page)
  await devtools.send("Page.setWebLifecycleState", { state: "frozen" })
  line.forget()
  await expect.poll(async () => JSON.stringify(await keptRuns(prosa, code))).toContain('"state":"done"')
  await devtools.send("Page.setWebLifecycleState", { state: "active" })
  const before = (await storedAnswers(page))[0]
  expect(before?.streaming).toBe(true)
  await page.evaluate(() => {
    new BroadcastChannel("nap").postMessage(10 * 60_000)
    document.dispatchEvent(new Event("visibilitychange"))
  })
  const answer = await expectWhole(page, prosa, code, provider)
  expect(answer.content.startsWith(before?.content ?? "")).toBe(true)
})

test("a visitor without a code: offline in mid-answer, then a reload, and nothing is lost or asked twice", async ({
  page,
  context,
  provider,
  own: { prosa },
  line,
}) => {
  tellSlowly(provider)
  await page.goto(line.url)
  await chatOn(page).ask(question)
  await expect(chatOn(page).answers).toContainText("012 ação")
  await context.setOffline(true)
  line.cut()
  await expect(page.getByText("Reconectando…", { exact: true })).toBeVisible()
  line.mend()
  await context.setOffline(false)
  await expect(chatOn(page).answers).toContainText("040 ação")
  await page.reload()
  const answer = await endedAnswer(page)
  expect(answer.content).toBe(story)
  expect(answer.failure).toBeUndefined()
  expect(callsFor(provider)).toBe(1)
  // Somebody else without a code sees nothing of it.
  const runs = `${prosa.url}/api/runs/${answer.runId}`
  expect((await fetch(runs, { headers: { "x-visitor": crypto.randomUUID() } })).status).toBe(404)
  expect(await prosa.admin("ledger", "verify")).toMatchObject({ ok: true, violations: [] })
})

test("a reload in mid-answer", async ({ page, provider, own: { prosa, code } }) => {
  tellSlowly(provider)
  await beginStory(page, prosa, code)
  await page.reload()
  const chat = chatOn(page)
  await expect(chat.answers).toContainText("012 ação")
  await expect(chat.stop).toBeVisible()
  await expectWhole(page, prosa, code, provider)
  await expect(chat.messages).toHaveCount(2)
})

test("a tab that crashes in mid-answer, opened again", async ({ page, context, provider, own: { prosa, code } }) => {
  tellSlowly(provider)
  await beginStory(page, prosa, code)
  await crash(page, context)
  const again = await openTab(context, prosa.url)
  await expect(chatOn(again).answers).toContainText("012 ação")
  await expectWhole(again, prosa, code, provider)
})

test("two tabs on one answer: when the one that receives it closes, the other goes on", async ({
  page,
  context,
  provider,
  own: { prosa, code },
}) => {
  tellSlowly(provider)
  const titles = () => provider.requests.filter(({ json }) => isTitle(json)).length
  await beginStory(page, prosa, code)
  const other = await openTab(context, prosa.url)
  const two = chatOn(other)
  await expect(two.answers).toContainText("025 ação")
  await page.close()
  await expectWhole(other, prosa, code, provider)
  await expect(two.messages).toHaveCount(2)
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("A rendeira")
  expect(titles()).toBe(1)
})

test("the other tab's stop button stops, too", async ({ page, context, provider, own: { prosa, code } }) => {
  tellSlowly(provider)
  await beginStory(page, prosa, code)
  const other = await openTab(context, prosa.url)
  await chatOn(other).stop.click()
  await expect(chatOn(page).answers).toContainText("Você parou a resposta.")
  await expect(chatOn(other).answers).toContainText("Você parou a resposta.")
  const answer = await endedAnswer(page)
  expect(story.startsWith(answer.content)).toBe(true)
  await expectOneCharge(prosa, code, answer)
})

test("a server that dies in mid-answer and comes back: the text is kept, told as cut, with what its kept part cost", async ({
  page,
  startProsa,
  provider,
  own: { prosa, code },
  line,
}) => {
  // Text after the first checkpoint, two seconds in, is on the screen but not on the server's disk.
  const kept = 40
  const shown = 70
  const timing = function* (): Generator<number, never> {
    for (let at = 0; ; at++) yield at === kept ? 2_000 : at > shown ? 60_000 : 3
  }
  answerBy(provider, textReply(story, { chunks: pieces, timing }))
  await openWithCode(page, line.url, code)
  const sent = line.untilSent("069 ação")
  await chatOn(page).ask(question)
  // The next checkpoint is less than two seconds away, and a page may take longer to show what it has got.
  await sent
  process.kill(prosa.pid, "SIGSTOP")
  await expect(chatOn(page).answers).toContainText("069 ação")
  await prosa.kill()
  const again = await startProsa({ provider, dataDir: prosa.dataDir })
  const onDisk = await keptRun(again, code)
  expect(onDisk.text).toContain("030 ação")
  line.mend(again.url)
  const answer = await endedAnswer(page)
  expect(story.startsWith(answer.content)).toBe(true)
  expect(answer.content).toContain("069 ação")
  expect(answer.failure?.kind).toBe("server-restarted")
  expect(answer.content.startsWith(onDisk.text)).toBe(true)
  expect(onDisk.text.length).toBeLessThan(answer.content.length)
  expect(answer.cost).toBe(onDisk.cost)
  await expect(chatOn(page).answers).toContainText(
    "O nosso servidor reiniciou no meio da resposta. O que chegou está guardado aqui. Você só paga a mensagem e esse trecho.",
  )
  // A screen reader says the same.
  await expect(page.getByRole("status").filter({ hasText: "reiniciou no meio da resposta" })).toHaveCount(1)
  await expect(chatOn(page).answers.getByTitle("Recibo")).toBeVisible()
  await expectOneCharge(again, code, answer)
  await page.reload()
  await expect(chatOn(page).answers).toContainText("069 ação")
  expect((await endedAnswer(page)).content).toBe(answer.content)
})

for (const [when, isLost] of [
  ["before its part is acknowledged", false],
  ["after the acknowledgement of its part was lost", true],
] as const) {
  test(`an answer whose server was taken for dead, and which that server has ended ${when}, comes whole`, async ({
    page,
    startProsa,
    provider,
  }) => {
    const postgres = await freshPostgres()
    test.skip(postgres === undefined, "needs PostgreSQL")
    const { hostname, port, host } = new URL(String(postgres?.url))
    const cable = await startCuttableProxy(`http://${hostname}:${port}`)
    const settings = {
      DATABASE_URL: String(postgres?.url),
      ACCESS_PEPPER: "a pepper that both servers know, long enough",
    }
    const overCable = settings.DATABASE_URL.replace(host, new URL(cable.url).host)
    const cutOff = await startProsa({ provider, env: { ...settings, DATABASE_URL: overCable } })
    const other = await startProsa({ provider, env: settings })
    const line = await startCuttableProxy(cutOff.url)
    const code = await newCode(other, "20.00")
    const states = async () => (await keptRuns(other, code)).map(({ state }) => state)
    const complete = async () => {
      cable.mend()
      await expect.poll(states).toEqual(["done"])
    }
    const acknowledged: string[] = []
    await page.route("**/api/runs/**", async (route) => {
      if (route.request().method() !== "DELETE") return route.continue()
      acknowledged.push(new URL(route.request().url()).search)
      if (acknowledged.length > 1) return route.continue()
      if (isLost) return route.abort()
      await complete()
      await route.continue()
    })
    tellSlowly(provider)
    await beginStory(page, line, code)
    // By then a checkpoint has kept some of it.
    await expect(chatOn(page).answers).toContainText("050 ação")
    cable.cut()
    line.cut()
    await expect.poll(states).toEqual(["interrupted"])
    await provider.requests.find(({ json }) => !isTitle(json))?.ended
    line.mend(other.url)
    if (isLost) {
      expect((await endedAnswer(page)).failure?.kind).toBe("server-restarted")
      await expect.poll(() => acknowledged).toEqual(["?read=interrupted"])
      await complete()
      await page.reload()
    }
    await expect.poll(async () => (await storedAnswers(page))[0]?.content).toBe(story)
    await expectWhole(page, other, code, provider)
    await expect.poll(states).toEqual([])
    expect(acknowledged.slice(0, 1)).toEqual(["?read=interrupted"])
    for (const proxy of [line, cable]) await proxy.close()
    await cutOff.stop()
    await other.stop()
    await postgres?.close()
  })
}

/** Two servers on one database, and a line to the first that can be moved to the second; undefined where there is no PostgreSQL. */
async function twoServers(startProsa: (options: ProsaOptions) => Promise<Prosa>, provider: FakeProvider) {
  const postgres = await freshPostgres()
  if (postgres === undefined) return undefined
  const env = { DATABASE_URL: postgres.url, ACCESS_PEPPER: "a pepper that both servers know, long enough" }
  const maker = await startProsa({ provider, env })
  const other = await startProsa({ provider, env })
  const line = await startCuttableProxy(maker.url)
  const code = await newCode(other, "20.00")
  return {
    other,
    line,
    code,
    moveLine() {
      line.cut()
      line.mend(other.url)
    },
    async close() {
      await line.close()
      for (const prosa of [maker, other]) await prosa.stop()
      await postgres.close()
    },
  }
}

test("an answer in the making whose line moves to another server is waited for there, and asked once", async ({
  page,
  startProsa,
  provider,
}) => {
  const two = await twoServers(startProsa, provider)
  if (two === undefined) return test.skip(true, "needs PostgreSQL")
  tellSlowly(provider)
  await beginStory(page, two.line, two.code)
  two.moveLine()
  await expect(page.getByText("Reconectando…", { exact: true })).toBeVisible()
  await expectWhole(page, two.other, two.code, provider)
  await expect.poll(async () => (await keptRuns(two.other, two.code)).length).toBe(0)
  await two.close()
})

test("an answer that was asked for anew at a server which does not know of it is there on return", async ({
  page,
  startProsa,
  provider,
}) => {
  const two = await twoServers(startProsa, provider)
  if (two === undefined) return test.skip(true, "needs PostgreSQL")
  const { other, code } = two
  let answer = () => {}
  const mayAnswer = new Promise<void>((resolve) => (answer = resolve))
  provider.script(async (request) => {
    if (isTitle(request.json)) return textReply("A rendeira")(request)
    await mayAnswer
    return textReply(story)(request)
  })
  await openWithCode(page, two.line.url, code)
  await chatOn(page).ask(question)
  // A stream that says nothing for eight seconds has told whose it is.
  await expect.poll(async () => (await storedAnswers(page))[0]?.runId).toBeTruthy()
  // As a server of an earlier version answers.
  await page.route("**/api/runs/**", (route) => route.fulfill({ status: 404, json: { code: "no_such_run" } }))
  two.moveLine()
  expect((await endedAnswer(page)).failure?.kind).toBe("already-processing")
  answer()
  await expect.poll(async () => (await keptRuns(other, code)).map(({ state }) => state)).toEqual(["done"])
  await page.unroute("**/api/runs/**")
  await page.reload()
  await expect.poll(async () => (await storedAnswers(page))[0]?.content).toBe(story)
  await expectWhole(page, other, code, provider)
  await expect.poll(async () => (await keptRuns(other, code)).length).toBe(0)
  await two.close()
})

test("an answer that was finished while nobody watched is there on return, and the server may forget it", async ({
  page,
  context,
  provider,
  own: { prosa, code },
}) => {
  tellSlowly(provider, 20)
  await beginStory(page, prosa, code)
  await page.close()
  await expect.poll(async () => (await keptRuns(prosa, code)).length).toBe(1)
  await expect.poll(async () => JSON.stringify(await keptRuns(prosa, code))).toContain('"state":"done"')
  const again = await openTab(context, prosa.url)
  await expectWhole(again, prosa, code, provider)
  await expect.poll(async () => (await keptRuns(prosa, code)).length).toBe(0)
  await again.reload()
  expect((await endedAnswer(again)).content).toBe(story)
})

test("stopped before the first word: nothing is charged, and it says so", async ({
  page,
  provider,
  own: { prosa, code },
}) => {
  provider.script((request) => ({ ...textReply(story)(request), headersAfterMs: 60_000 }))
  await openWithCode(page, prosa.url, code)
  const chat = chatOn(page)
  await chat.ask(question)
  await chat.stop.click()
  await expect(chat.answers).toContainText("Você parou a resposta.")
  const answer = await endedAnswer(page)
  expect(answer).toMatchObject({ content: "", finish: "aborted" })
  await chat.answers.getByRole("button", { name: "grátis" }).click()
  const total = chat.answers.getByText("Total", { exact: true }).locator("..")
  // There is nothing to add up: no rule above it.
  await expect(total).toHaveCSS("border-top-width", "0px")
  const shown = (await prosa.admin("code", "show", code)) as { readonly premium: { readonly available: number } }
  expect(Math.round(shown.premium.available * 1_000_000)).toBe(credit)
  expect(await prosa.admin("ledger", "verify")).toMatchObject({ ok: true, violations: [] })
})

test("a reload before anything was heard of the answer: it is asked for once", async ({
  page,
  provider,
  own: { prosa, code },
}) => {
  answerBy(provider, (request) => ({ ...textReply(story)(request), headersAfterMs: 4_000 }))
  await openWithCode(page, prosa.url, code)
  await chatOn(page).ask(question)
  await expect.poll(() => callsFor(provider)).toBe(1)
  await page.reload()
  await expect(chatOn(page).stop).toBeVisible()
  await expectWhole(page, prosa, code, provider)
})

test("a question that was on its way when the line broke is heard once", async ({
  page,
  provider,
  own: { prosa, code },
  line,
}) => {
  answerBy(provider, (request) => ({ ...textReply(story)(request), headersAfterMs: 3_000 }))
  await openWithCode(page, line.url, code)
  await chatOn(page).ask(question)
  await expect.poll(() => callsFor(provider)).toBe(1)
  line.cut()
  line.mend()
  await expectWhole(page, prosa, code, provider)
})

test("a conversation deleted in mid-answer: the answer is stopped, and does not come back", async ({
  page,
  provider,
  own: { prosa, code },
}) => {
  tellSlowly(provider, 150)
  await beginStory(page, prosa, code)
  await chatOn(page).conversations.getByRole("link").first().focus()
  await page.keyboard.press("Delete")
  await expect(page.getByText("Conversa excluída")).toBeVisible()
  const asked = provider.requests.find(({ json }) => !isTitle(json))
  expect((await asked?.ended)?.finished).toBe(false)
  await expect.poll(async () => (await keptRuns(prosa, code)).length).toBe(0)
  await page.reload()
  await expect(chatOn(page).messages).toHaveCount(0)
  expect(await storedAnswers(page)).toEqual([])
  expect(await prosa.admin("ledger", "verify")).toMatchObject({ ok: true, violations: [] })
})

test("an answer asked for on another device with the same code is found here", async ({
  page,
  browser,
  provider,
  own: { prosa, code },
}) => {
  tellSlowly(provider, 20)
  await beginStory(page, prosa, code)
  await page.close()
  await onAnotherDevice(browser, prosa, code, async (device) => {
    await expect(device.getByText("Chegou uma resposta pedida em outro aparelho.")).toBeVisible()
    await device.getByRole("button", { name: "Abrir" }).click()
    await expect(device.getByRole("heading", { level: 1 })).toHaveText("Resposta recuperada")
    await expectWhole(device, prosa, code, provider)
    // The device that asked can still fetch it.
    expect(await keptRuns(prosa, code)).toHaveLength(1)
  })
})

test("an answer that is being written for another device is offered here and followed, and is paid once", async ({
  page,
  browser,
  provider,
  own: { prosa, code },
}) => {
  tellWithAPause(provider)
  await beginStory(page, prosa, code)
  await onAnotherDevice(browser, prosa, code, async (device) => {
    await device.getByRole("button", { name: "Acompanhar" }).click()
    await expect(chatOn(device).answers).toContainText("012 ação")
    await expect(chatOn(device).stop).toBeVisible()
    // The first one leaves; who follows goes on.
    await page.close()
    await expectWhole(device, prosa, code, provider)
    await expect(chatOn(device).conversations.getByText("Resposta recuperada")).toHaveCount(1)
  })
})

test("an answer whose device is gone is followed on another one while it is still being written", async ({
  page,
  browser,
  provider,
  own: { prosa, code },
}) => {
  tellWithAPause(provider)
  await beginStory(page, prosa, code)
  await page.close()
  await onAnotherDevice(browser, prosa, code, async (device) => {
    await expect(device.getByText("Resposta recuperada")).toBeVisible()
    await device.getByRole("button", { name: "Acompanhar" }).click()
    await chatOn(device).stop.click()
    const answer = await endedAnswer(device)
    expect(story.startsWith(answer.content)).toBe(true)
    expect(answer.content.length).toBeLessThan(story.length)
    await expect(device.getByText("Você parou a resposta.", { exact: true })).toBeVisible()
    await expectOneCharge(prosa, code, answer)
  })
})

test("trouble before the first word is tried again under the same key", async ({
  page,
  provider,
  own: { prosa, code },
}) => {
  const trouble = errorReply(503, "overloaded")
  provider.script((request) =>
    callsFor(provider) <= 3 && !isTitle(request.json) ? trouble : textReply("Pronto.")(request),
  )
  const keys = new Set<string | undefined>()
  page.on("request", (request) => {
    if (
      request.url().endsWith("/chat/completions") &&
      !/"is(Title|Summarize)":true/.test(request.headers()["x-request-meta"] ?? "")
    ) {
      keys.add(request.headers()["idempotency-key"])
    }
  })
  await openWithCode(page, prosa.url, code)
  await chatOn(page).ask(question)
  await expect(chatOn(page).answers).toContainText("Pronto.")
  expect(keys.size).toBe(1)
  await expectOneCharge(prosa, code, await endedAnswer(page))
})

test("who opened the free site stays on it, whatever is clicked inside", async ({
  page,
  provider,
  own: { prosa, code },
}) => {
  await openWithCode(page, prosa.url, code)
  await page.goto(`${prosa.url}/?site=gratuito`)
  await page.getByRole("link", { name: "Configurações" }).click()
  await page.getByRole("link", { name: "Voltar" }).click()
  const chat = chatOn(page)
  await chat.ask(question)
  await chat.untilAnswered()
  expect(provider.requests.find(({ json }) => !isTitle(json))?.json["model"]).toBe("gpt-4o-mini")
})
