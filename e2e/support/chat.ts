import { expect, type Locator, type Page } from "@playwright/test"

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
  /** Types and sends with the keyboard. */
  readonly ask: (text: string) => Promise<void>
  /** Waits until nothing arrives any more. */
  readonly untilAnswered: () => Promise<void>
}

export function chatOn(page: Page): Chat {
  const log = page.getByRole("log", { name: "Mensagens" })
  const messages = log.getByRole("article")
  const questions = log.getByRole("article", { name: "Você", exact: true })
  const field = page.getByRole("textbox", { name: "Mensagem", exact: true })
  const send = page.getByRole("button", { name: "Enviar", exact: true })
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
    async ask(text) {
      const asked = await questions.count()
      await field.fill(text)
      await field.press("Enter")
      await expect(questions).toHaveCount(asked + 1)
    },
    async untilAnswered() {
      await expect(send).toBeVisible({ timeout: 15_000 })
    },
  }
}

/** Enters an access code in the settings of the server the page is at, as a user does, and goes back to the chat. */
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
