import type { Page } from "@playwright/test"
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts"
import { chatOn, openTab } from "./support/chat.ts"
import { storeChats, storedChat } from "./support/stored-chats.ts"
import { expect, test } from "./support/test.ts"

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "reduce" }))

const filler = "Falamos de muitas coisas, do tempo, do preço do feijão e da reforma da cozinha. ".repeat(6)
const chats = [
  storedChat("Receitas", [
    "Como faço moqueca de peixe?",
    `${filler} Deixe o coentro para o fim.`,
    "E sem dendê?",
    "Não é moqueca.",
  ]),
  storedChat(
    "Aluguel",
    Array.from({ length: 80 }, (_, at) => (at === 5 ? "O fiador mora em Jaboatão dos Guararapes" : `${filler} ${at}`)),
    1,
  ),
  storedChat(
    "Muitas",
    Array.from({ length: 40 }, (_, at) => `O número ${at} é um número abençoado`),
    2,
  ),
]

test("Busca opens a selector that leads to the search, which finds as one types and opens at the marked message", async ({
  page,
  prosa,
}) => {
  await storeChats(page, prosa.url, chats, "Receitas")
  await page.goto("/")
  await page.getByRole("button", { name: "Busca" }).click()
  await page.getByRole("menuitem", { name: "Pesquisar no Histórico" }).click()
  await expect(page).toHaveURL(/\/search-chat$/)
  const field = page.getByRole("searchbox")
  await expect(field).toBeFocused()
  expect(await page.locator("input, textarea").first().getAttribute("type")).toBe("search")

  await page.keyboard.type("JABOATAO guara")
  const results = page.getByRole("list", { name: "Resultados" }).getByRole("listitem")
  await expect(results).toHaveCount(1)
  await expect(page.getByText("1 resultado encontrado")).toBeVisible()
  await expect(results.locator("mark")).toHaveText(["Jaboatão", "Guararapes"])
  await expect(results).toContainText("GPT-4o mini: ")
  await expectAccessible(page, "search with a result")

  await page.keyboard.press("Enter")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Aluguel")
  const message = page.locator("[data-found]")
  await expect(message).toContainText("Jaboatão dos Guararapes")
  await expect(message).toBeInViewport()
  expect(await page.evaluate(() => [...(CSS.highlights.get("search-hit")?.values() ?? [])].map(String))).toEqual([
    "Jaboatão",
    "Guararapes",
  ])
  await page.goBack()
  await expect(field).toHaveValue("JABOATAO guara")
  await expect(results).toHaveCount(1)
})

test("typing errors are forgiven, pages hold 15, and the texts say what there is", async ({ page, prosa, context }) => {
  await storeChats(page, prosa.url, chats, "Receitas")
  await page.goto("/search-chat")
  const field = page.getByRole("searchbox")
  const results = page.getByRole("list", { name: "Resultados" }).getByRole("listitem")
  await field.fill("moqeca")
  await expect(results).toHaveCount(2)
  await expect(page.getByText(/^2 resultados encontrados\. Nada com exatamente/)).toBeVisible()
  await field.fill("abencoado")
  await expect(page.getByText("40 resultados encontrados")).toBeVisible()
  await expect(results).toHaveCount(15)
  await expect(page.getByText("Página 1 de 3")).toBeVisible()
  await page.getByRole("button", { name: "Próxima página" }).click()
  await page.getByRole("button", { name: "Próxima página" }).click()
  await expect(results).toHaveCount(10)
  await expect(page.getByText("Página 3 de 3")).toBeVisible()
  await expect(results.first().getByRole("link")).toBeFocused()
  await field.fill("xyzzyqq")
  await expect(page.getByText(/^Nenhum resultado encontrado/)).toBeVisible()
  await expectAccessible(page, "search without a result")
  await page.setViewportSize({ width: 390, height: 844 })
  await field.fill("moqueca")
  await expect(results).toHaveCount(2)
  await expectAccessible(page, "search on a phone")
  await expectNoSidewaysScroll(page, "search on a phone")

  // A message of another tab is found a moment later.
  const other = await openTab(context, prosa.url)
  const chat = chatOn(other)
  await expect(chat.messages.first()).toBeVisible()
  await chat.ask("Onde se compra tucupi fresco?")
  await chat.untilAnswered()
  await field.fill("tucupi fresco")
  await expect(results.first()).toContainText("tucupi")
})

test("signs at a word count: C# is not C, .env is not env, and R$ 20 is a price", async ({ page, prosa }) => {
  const signs = storedChat("Sinais", [
    "Devo aprender C?",
    "Comece por C#, e guarde a chave em .env",
    "O env custa quanto?",
    "São 20 aulas de R$ 5,00, ou R$ 20 por mês.",
  ])
  await storeChats(page, prosa.url, [signs], "Sinais")
  await page.goto("/search-chat")
  const results = page.getByRole("list", { name: "Resultados" }).getByRole("listitem")
  for (const [query, marks] of [
    ["c#", ["C#"]],
    [".env", [".env"]],
    ["R$ 20", ["R$", "20"]],
  ] as const) {
    await page.getByRole("searchbox").fill(query)
    await expect(page.getByText("1 resultado encontrado")).toBeVisible()
    const marked = async () => (await results.locator("mark").allInnerTexts()).join(" ")
    await expect.poll(marked, query).toContain(marks.join(" "))
  }
})

test("what stands in quotation marks is found as it stands, in messages and titles", async ({ page, prosa }) => {
  const bread = storedChat("Pão de queijo", [
    "A receita do pão de  Queijo",
    "Pão com queijo de Minas",
    "De queijo é o pão.",
  ])
  await storeChats(page, prosa.url, [bread], "Pão de queijo")
  await page.goto("/search-chat")
  const results = page.getByRole("list", { name: "Resultados" }).getByRole("listitem")
  for (const [query, count] of [
    ["pao de queijo", 4],
    ['"pao de queijo"', 2],
    ['"de queijo" pao', 3],
    ['"queijo de pao"', 0],
  ] as const) {
    await page.getByRole("searchbox").fill(query)
    await expect(results, query).toHaveCount(count)
  }
})

test.describe("without a connection", () => {
  test.use({ allowErrors: true })
  test("the search goes on", async ({ page, prosa, context }) => {
    await storeChats(page, prosa.url, chats, "Receitas")
    await page.goto("/search-chat")
    const results = page.getByRole("list", { name: "Resultados" }).getByRole("listitem")
    await page.getByRole("searchbox").fill("moqueca")
    await expect(results).toHaveCount(2)
    await context.setOffline(true)
    await page.getByRole("searchbox").fill("coentro fim")
    await expect(results).toHaveCount(1)
  })

  test("the search begins, though nobody has searched before", async ({ page, prosa, context }) => {
    await storeChats(page, prosa.url, chats, "Receitas")
    const fetched = page.waitForResponse(/search-worker/)
    await page.goto("/")
    await (await fetched).finished()
    await page.waitForLoadState("networkidle")
    await context.setOffline(true)
    await page.getByRole("button", { name: "Busca" }).click()
    await page.getByRole("menuitem", { name: "Pesquisar no Histórico" }).click()
    await page.getByRole("searchbox").fill("coentro fim")
    await expect(page.getByRole("list", { name: "Resultados" }).getByRole("listitem")).toHaveCount(1)
  })
})

test("an empty history says so", async ({ page }) => {
  await page.goto("/search-chat")
  await expect(page.getByText(/^Sem dados/)).toBeVisible()
})

test("a hit in the middle of a very long answer is shown before the rest of the answer is drawn", async ({
  page,
  prosa,
}) => {
  const paragraphs = Array.from({ length: 700 }, (_, at) => (at === 200 ? "Aqui o jaborandi." : `Parágrafo ${at}.`))
  await storeChats(page, prosa.url, [storedChat("Longa", ["Conte", paragraphs.join("\n\n")])], "Longa")
  await page.goto("/search-chat")
  await page.getByRole("searchbox").fill("jaborandi")
  const result = page.getByRole("list", { name: "Resultados" }).getByRole("link")
  await expect(result).toHaveCount(1)
  const drawnWhenMarked = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          const ranges = [...(CSS.highlights.get("search-hit")?.values() ?? [])] as Range[]
          const isInPrint = ranges.some(({ startContainer }) => startContainer.parentElement?.matches("[data-found] p"))
          if (isInPrint) resolve(document.querySelectorAll("[data-found] p").length)
          else requestAnimationFrame(look)
        }
        look()
      }),
  )
  await result.click()
  expect(await drawnWhenMarked).toBeLessThan(300)
  await expect(page.getByText("Aqui o jaborandi.")).toBeInViewport()
})

/** The words around the hits of a search that are in sight, in what holds each. */
function hitInSight(page: Page): Promise<string> {
  return page.evaluate(() => {
    const box = document.querySelector("[role=log]")?.getBoundingClientRect()
    const ranges = [...(CSS.highlights.get("search-hit")?.values() ?? [])] as Range[]
    const seen = ranges.filter((range) => {
      const { top, bottom, height } = range.getBoundingClientRect()
      return box && height > 0 && top >= box.top && bottom <= box.bottom
    })
    return seen.map(({ startContainer }) => startContainer.parentElement?.closest("pre, p, div")?.textContent).join()
  })
}

test("a hit beyond what is shown at once is in sight, too, where what draws the message comes late", async ({
  page,
  prosa,
}) => {
  const words = Array.from({ length: 5_000 }, (_, at) => (at === 4_900 ? "Aqui o umbuzeiro." : `Parágrafo ${at}.`))
  await storeChats(page, prosa.url, [storedChat("Longa", ["Conte", words.join("\n\n")])], "Longa")
  let deliver: () => void = () => {}
  const late = new Promise<void>((resolve) => (deliver = resolve))
  await page.route("**/assets/markdown-*.js", async (route) => {
    await late
    await route.continue()
  })
  await page.goto("/search-chat")
  await page.getByRole("searchbox").fill("umbuzeiro")
  await page.getByRole("list", { name: "Resultados" }).getByRole("link").click()
  // First it is found in the plain text, for which the page waits 8 s, and which goes when the message is drawn.
  await expect.poll(() => hitInSight(page)).toContain("Aqui o umbuzeiro.")
  deliver()
  await expect(chatOn(page).answers.getByText("Parágrafo 0.", { exact: true })).toBeAttached()
  await expect.poll(() => hitInSight(page)).toContain("Aqui o umbuzeiro.")
})

test("a hit in folded code, and one beyond what is shown at once, is opened and in sight", async ({ page, prosa }) => {
  const code = Array.from({ length: 200 }, (_, at) => (at === 150 ? "const jaborandi = 1" : `const linha${at} = ${at}`))
  const words = Array.from({ length: 5_000 }, (_, at) => (at === 4_900 ? "Aqui o umbuzeiro." : `Parágrafo ${at}.`))
  await storeChats(
    page,
    prosa.url,
    [
      storedChat("Código", ["Faça", `\`\`\`js\n${code.join("\n")}\n\`\`\``]),
      storedChat("Longa", ["Conte", words.join("\n\n")]),
    ],
    "Longa",
  )
  for (const [word, line] of [
    ["jaborandi", "const jaborandi = 1"],
    ["umbuzeiro", "Aqui o umbuzeiro."],
  ] as const) {
    await page.goto("/search-chat")
    await page.getByRole("searchbox").fill(word)
    await page.getByRole("list", { name: "Resultados" }).getByRole("link").click()
    await expect.poll(() => hitInSight(page)).toContain(line)
  }
})

test("a search that could not begin is tried again by the next letter", async ({ page, prosa, pageErrors }) => {
  await storeChats(page, prosa.url, [storedChat("Frutas", ["maracujá", "e manga"])], "Frutas")
  let isCut = true
  await page.route(/search-worker/, (route) => (isCut ? route.abort() : route.continue()))
  await page.goto(new URL("/search-chat", prosa.url).href)
  await expect(page.getByText("Não foi possível pesquisar agora.")).toBeVisible()
  isCut = false
  await page.getByRole("searchbox").fill("maracuja")
  await expect(page.getByText("1 resultado encontrado")).toBeVisible()
  expect(pageErrors.troubles.filter((trouble) => !trouble.includes("net::ERR_FAILED"))).toEqual([])
  pageErrors.forget()
})
