import type { Page } from "@playwright/test"
import { chatOn } from "./support/chat.ts"
import { newCode } from "./support/prosa.ts"
import { expect, test } from "./support/test.ts"

async function stored(page: Page): Promise<Record<string, unknown>> {
  const text = await page.evaluate(() => localStorage.getItem("nk-access-control"))
  return (JSON.parse(text ?? "{}") as { readonly state?: Record<string, unknown> }).state ?? {}
}

const question = (page: Page) => page.getByRole("alertdialog")
const settings = (value: unknown) => encodeURIComponent(JSON.stringify(value))

test("a link with a code shows it, leaves the address, and is taken only when confirmed", async ({ page, prosa }) => {
  const code = await newCode(prosa, "3.00")
  await page.goto(`/#/?code=${code}`)
  await expect(question(page)).toContainText("Código de acesso")
  await expect(question(page)).toContainText(code.slice(-4))
  await expect(page).toHaveURL("/")
  await page.keyboard.press("Escape")
  await expect(question(page)).toHaveCount(0)
  expect(await stored(page)).not.toMatchObject({ accessCode: code })

  await page.goto(`/chat?code=${code}`)
  await question(page).getByRole("button", { name: "Aplicar" }).click()
  await expect(page.getByText("Premium", { exact: true })).toBeVisible()
  await expect(page).toHaveURL("/chat")
  await expect(chatOn(page).balance).toHaveAccessibleName("Saldo R$ 3,00")
})

test("a link with a key and an address shows both, and sets both or nothing", async ({ page }) => {
  const link = `/?settings=${settings({ key: "sk-abcdefghijklmnop", url: "https://api.example.com", needCode: true })}`
  await page.goto(link)
  await expect(question(page)).toContainText("https://api.example.com")
  await expect(question(page)).toContainText("sk-abcde…mnop")
  await expect(question(page)).not.toContainText("sk-abcdefghijklmnop")
  await question(page).getByRole("button", { name: "Cancelar" }).click()
  expect(await stored(page)).not.toMatchObject({ openaiApiKey: "sk-abcdefghijklmnop" })

  await page.goto(link)
  await question(page).getByRole("button", { name: "Aplicar" }).click()
  await expect(page.getByText("Configuração aplicada")).toBeVisible()
  expect(await stored(page)).toMatchObject({
    useCustomConfig: true,
    openaiApiKey: "sk-abcdefghijklmnop",
    openaiUrl: "https://api.example.com",
  })
  await page.goto(`/?settings=${settings({ url: "https://elsewhere.example" })}`)
  await expect(question(page)).toContainText("A chave que já está aqui, enviada a este endereço")
})

test("where the server forbids such links nothing is asked and nothing set", async ({ page, startProsa }) => {
  const prosa = await startProsa({ env: { DISABLE_FAST_LINK: "1" } })
  const code = await newCode(prosa, "3.00")
  for (const link of [`/?code=${code}`, `/?settings=${settings({ key: "sk-abc", url: "https://a.example" })}`]) {
    await page.goto(prosa.url + link)
    await expect(page.getByText("Este site não aceita configurações por link.")).toBeVisible()
    await expect(question(page)).toHaveCount(0)
    expect(JSON.stringify(await stored(page))).not.toMatch(new RegExp(`${code}|sk-abc`))
  }
})

test("a link of nonsense changes nothing and says nothing of itself", async ({ page }) => {
  await page.goto(`/?settings=${encodeURIComponent('{"url":"javascript:alert(1)","key":7}')}&code=%20`)
  await expect(chatOn(page).field).toBeVisible()
  await expect(page).toHaveURL("/")
  await expect(question(page)).toHaveCount(0)
})

test("presses on the way to a payment page are counted by name where the operator counts, and nowhere else", async ({
  page,
  startProsa,
}) => {
  const plans = { PLANS_URL: "http://127.0.0.1:9/planos" }
  const counting = await startProsa({ env: { ...plans, ANALYTICS_URL: "http://127.0.0.1:9/count" } })
  const silent = await startProsa({ env: plans })
  const told: string[] = []
  await page.route("**/api/events", async (route) => {
    told.push(route.request().postData() ?? "")
    await route.fulfill({ status: 204 })
  })
  for (const prosa of [silent, counting]) {
    await page.goto(`${prosa.url}/auth`)
    for (const name of [/^Conheça o Premium/, "Começar agora no serviço hospedado"]) {
      const link = page.getByRole("link", { name })
      await expect(link).toHaveAttribute("href", plans.PLANS_URL)
      await link.evaluate((element) => element.addEventListener("click", (event) => event.preventDefault()))
      await link.click()
    }
    if (prosa === silent) expect(told).toEqual([])
  }
  await expect
    .poll(() => told)
    .toEqual([
      '{"event":"AuthorizationPageBannerToCPaymentClick"}',
      '{"event":"AuthorizationPageButtonToCPaymentClick"}',
    ])
})
