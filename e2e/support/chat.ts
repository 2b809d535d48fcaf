import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test"
import { opensWithMessages } from "./stored.ts"

/** The chat screen by the names a screen reader hears (Portuguese interface). */
export interface Chat {
  readonly field: Locator
  readonly send: Locator
  readonly stop: Locator
  readonly log: Locator
  readonly messages: Locator
  readonly questions: Locator
  readonly answers: Locator
  /** The badge with what is left; absent for visitors. */
  readonly balance: Locator
  readonly conversations: Locator
  /** Waits until the conversation is there: its messages, or the greeting of one without any. */
  readonly untilShown: () => Promise<void>
  /** Types and sends with the keyboard, once the conversation is there. */
  readonly ask: (text: string) => Promise<void>
  /** Waits until nothing arrives any more; a long answer of the demonstration takes fifteen seconds by itself. */
  readonly untilAnswered: () => Promise<void>
}

/** How long a diagram may take where several browsers share two cores, in ms: its frame loads megabytes of code. */
export const diagramMs = 60_000

export function chatOn(page: Page): Chat {
  const log = page.getByRole("log", { name: "Mensagens" })
  const messages = log.getByRole("article")
  const questions = log.getByRole("article", { name: "Você", exact: true })
  const field = page.getByRole("textbox", { name: "Mensagem", exact: true })
  const send = page.getByRole("button", { name: "Enviar", exact: true })
  // The greeting stands there for a moment while the storage opens, too.
  const greeting = log.getByRole("list")
  const untilShown = async () => {
    // A chat that begins from a mask has what is sent before its messages in a region of its own.
    await expect(messages.or(greeting).or(log.getByRole("region")).first()).toBeAttached()
    if ((await messages.count()) === 0 && (await opensWithMessages(page))) await expect(messages.first()).toBeAttached()
  }
  return {
    field,
    send,
    stop: page.getByRole("button", { name: "Parar", exact: true }),
    log,
    messages,
    questions,
    answers: log.locator("article:not([aria-label='Você'])"),
    balance: page.getByRole("status", { name: /^Saldo/ }),
    conversations: page.getByRole("navigation", { name: "Conversas" }),
    untilShown,
    async ask(text) {
      await untilShown()
      const asked = await questions.count()
      await field.fill(text)
      await field.press("Enter")
      await expect(questions).toHaveCount(asked + 1)
    },
    async untilAnswered() {
      await expect(send).toBeVisible()
    },
  }
}

/** Opens the page, asks, and waits for the whole answer: a conversation for what a journey is about. */
export async function openAndAsk(page: Page, question: string, url = "/"): Promise<Chat> {
  await page.goto(url)
  const chat = chatOn(page)
  await chat.ask(question)
  await chat.untilAnswered()
  return chat
}

/** Opens the page in another tab of the same browser. */
export async function openTab(context: BrowserContext, url = "/"): Promise<Page> {
  const tab = await context.newPage()
  await tab.goto(url)
  return tab
}

/** Waits until the page says that nobody real answers: then it has read what the server, or the test in its place, tells. */
export async function untilDemonstration(page: Page): Promise<void> {
  await expect(page.getByRole("main").getByText("Demonstração", { exact: true })).toBeVisible()
}

/**
 * Opens the page as somebody does who entered this code on an earlier visit, and waits until the server has said what is on
 * it. `access-and-money.spec.ts` types codes.
 */
export async function openWithCode(page: Page, url: string, code: string): Promise<void> {
  // A document of the same origin that does nothing costs a fraction of the page.
  await page.goto(url.startsWith("/") ? "/favicon.svg" : new URL("/favicon.svg", url).href)
  await page.evaluate((accessCode) => {
    const userType = accessCode.startsWith("free_") ? "gratuito" : "premium"
    localStorage.setItem("nk-access-control", JSON.stringify({ state: { accessCode, userType }, version: 2 }))
  }, code)
  const balance = page.waitForResponse("**/api/getBalance")
  await page.goto(url)
  await balance
  await expect(chatOn(page).field).toBeVisible()
}

/**
 * Types a code in the settings of the server the page is at, and goes back to the chat: for journeys that go on without a
 * connection, which need what two visits leave in the browser's own cache.
 */
export async function enterCode(page: Page, code: string): Promise<void> {
  await page.goto(new URL("/settings", page.url()).href)
  const field = page.getByRole("textbox", { name: "Código de acesso" })
  await field.fill(code)
  await field.press("Enter")
  await expect(page.getByText(/^Código válido/)).toBeVisible()
  await page.goto(new URL("/", page.url()).href)
  await expect(chatOn(page).field).toBeVisible()
}

/** Micro-reais of an amount as the page writes it, "R$ 19,998756". */
export function microReaisIn(text: string | null): number {
  const found = /R\$\s([\d.]+,\d+)/.exec(text ?? "")?.[1]
  if (found === undefined) throw new Error(`no amount in ${JSON.stringify(text)}`)
  const [reais = "", cents = ""] = found.replaceAll(".", "").split(",")
  return Number(reais) * 1_000_000 + Number(cents.padEnd(6, "0"))
}

/** Waits for what a message needs in order to wait, which is fetched beside the first answer: each group is an entry and its file. */
export async function untilFetchedAhead(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const scripts = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js"))
    const filesOf = (group: string) => scripts.filter(({ name }) => name.includes(`/${group}-`)).length
    return filesOf("pt-conversation") > 0 && filesOf("conversation") > 1 && filesOf("fetched-ahead") > 1
  })
}
