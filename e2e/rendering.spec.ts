import { readFileSync } from "node:fs"
import type { Page } from "@playwright/test"
import { textReply } from "../testing/fake-provider/replies.ts"
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts"
import { chatOn, diagramMs, openAndAsk } from "./support/chat.ts"
import { storeChats, storedChat } from "./support/stored-chats.ts"
import { expect, test, withMotion } from "./support/test.ts"

test.use(withMotion)

const rich = `Um texto com nota[^1], R$ 10 e R$ 20, e a fórmula $x^2 + y^2 = r^2$ no meio.

$$
V = P
- \\frac{(1 + i)^n}{i}
$$

- [x] feito
- [ ] a fazer

| Produto | Preço | Quando | Onde se compra no bairro | Observação |
| --- | ---: | --- | --- | --- |
| Arroz | R$ 28,90 | segunda | mercado | promoção válida só até domingo |

السلام عليكم ورحمة الله

\`\`\`ts
${Array.from({ length: 50 }, (_, line) => `const linha${line} = "${"palavra ".repeat(line === 3 ? 40 : 2)}"`).join("\n")}
\`\`\`

![um gato](https://fotos.example/gato.png)

[^1]: A nota, com *ênfase*.`

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
)

/** The clipboard after Ctrl+C on the whole content of an element. */
async function copied(page: Page, selector: string): Promise<string> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
  await page
    .locator(selector)
    .first()
    .evaluate((element) => getSelection()?.selectAllChildren(element))
  await page.keyboard.press("Control+C")
  return page.evaluate(() => navigator.clipboard.readText())
}

test("an answer shows everything Markdown has, and gives it back as it was", async ({ page, provider, startProsa }) => {
  const prosa = await startProsa({ provider })
  provider.script(textReply(rich, { chunks: 60 }))
  const chat = chatOn(page)
  await page.route("**/api/image?url=*", (route) =>
    route.fulfill({ body: png, headers: { "content-type": "image/png" } }),
  )
  await page.goto(prosa.url)
  await chat.ask("mostre tudo")
  await chat.untilAnswered()
  const answer = chat.answers.last()

  await test.step("formulas in print, money as text", async () => {
    await expect(answer.locator(".katex")).toHaveCount(2)
    await expect(answer.locator("math")).toHaveCount(2)
    await expect(answer).toContainText("R$ 10 e R$ 20")
    expect(await copied(page, "article p")).toBe(
      "Um texto com nota1, R$ 10 e R$ 20, e a fórmula $x^2 + y^2 = r^2$ no meio.",
    )
  })

  await test.step("a note and the way back, by keyboard", async () => {
    await answer.locator("[role=doc-noteref][aria-label='Nota 1']").focus()
    await page.keyboard.press("Enter")
    const note = answer.getByRole("listitem").filter({ hasText: "A nota, com ênfase." })
    await expect(note).toBeFocused()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect(answer.locator("[role=doc-noteref]")).toBeFocused()
    expect(new URL(page.url()).hash).toBe("")
  })

  await test.step("code is folded where it was not watched arriving; it wraps and is copied letter by letter", async () => {
    await page.reload()
    await answer.getByRole("button", { name: "Mostrar as 50 linhas" }).click()
    const code = answer.locator("pre")
    const isWide = () => code.evaluate((element) => element.scrollWidth > element.clientWidth)
    expect(await isWide()).toBe(true)
    await answer.getByRole("button", { name: "Quebrar linhas" }).click()
    expect(await isWide()).toBe(false)
    const tall = (await code.boundingBox())?.height ?? 0
    await answer.getByRole("button", { name: "Recolher código" }).click()
    expect((await code.boundingBox())?.height).toBeLessThan(tall / 2)
    await answer.getByRole("button", { name: "Copiar código" }).click()
    await expect(answer.getByRole("button", { name: "Copiado" })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(/```ts\n([^`]*)\n```/.exec(rich)?.[1])
  })

  await test.step("right to left where it is", async () => {
    const arabic = answer.getByText("السلام عليكم")
    expect(await arabic.evaluate((element) => getComputedStyle(element).direction)).toBe("rtl")
  })

  await test.step("a picture on the whole screen", async () => {
    await answer.getByRole("button", { name: /um gato.*fotos\.example/ }).click()
    const picture = answer.getByRole("button", { name: "Abrir imagem: um gato" })
    await picture.click()
    const dialog = page.getByRole("dialog", { name: "um gato" })
    const image = dialog.getByRole("img", { name: "um gato" })
    const before = await image.boundingBox()
    await dialog.getByRole("button", { name: "Aproximar" }).click()
    expect((await image.boundingBox())?.width).toBeGreaterThan((before?.width ?? 0) * 1.3)
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("link", { name: "Baixar" }).click(),
    ])
    expect(readFileSync(await download.path())).toEqual(png)
    await dialog.getByRole("button", { name: "Ver em tela cheia" }).click()
    await expect
      .poll(() => page.evaluate(() => document.fullscreenElement?.contains(document.querySelector("dialog img"))))
      .toBe(true)
    await dialog.getByRole("button", { name: "Sair da tela cheia" }).click()
    await expect(dialog.getByRole("button", { name: "Ver em tela cheia" })).toBeVisible()
    await expectAccessible(page, "picture on the whole screen")
    await page.keyboard.press("Escape")
    await expect(dialog).toBeHidden()
    await expect(picture).toBeFocused()
  })

  await expectAccessible(page, "an answer with everything")
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page, "an answer with everything")
  const table = answer.getByRole("group", { name: "Tabela" })
  expect(await table.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true)
})

/** A frame for diagrams that says it is at work, then does what it is told to be busy with. */
function busyFrame(work: string) {
  return {
    contentType: "text/javascript",
    headers: { "access-control-allow-origin": "*" },
    body: `parent.postMessage({ type: "ready" }, "*")
      addEventListener("message", (event) => {
        if (event.data.type === "show") return void (document.body.innerHTML = event.data.svg)
        parent.postMessage({ type: "working", id: event.data.id }, "*")
        setTimeout(() => { ${work} }, 20)
      })`,
  }
}

test("a drawn diagram is a picture on paper", async ({ page }) => {
  const chat = await openAndAsk(page, "um diagrama, por favor")
  await expect(chat.answers.locator("iframe").contentFrame().getByText("Pesquisar")).toBeVisible({ timeout: diagramMs })
  await page.emulateMedia({ media: "print" })
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")))
  const picture = page.locator("img[src^='data:image/svg+xml']")
  await expect(picture).toBeVisible()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(50)
  await page.evaluate(() => dispatchEvent(new Event("afterprint")))
  await expect(picture).toHaveCount(0)
})

test("a diagram is drawn in a frame that can reach nothing", async ({ page, pageErrors }) => {
  const chat = await openAndAsk(page, "um diagrama, por favor")
  const drawing = chat.answers.locator("iframe").contentFrame().locator("svg")
  await expect(drawing.getByText("Pesquisar")).toBeVisible()
  const frame = page.frames().find((one) => one.url().endsWith("/frames/mermaid.html"))
  expect(await frame?.evaluate(() => origin)).toBe("null")
  expect(
    await frame?.evaluate(async () => {
      const tried = [() => parent.document.title, () => localStorage.length, () => document.cookie].map((attempt) => {
        try {
          return String(attempt())
        } catch {
          return "refused"
        }
      })
      return [...tried, await fetch("/api/search-status").then(String, () => "refused")]
    }),
  ).toEqual(["refused", "refused", "refused", "refused"])

  const colour = () =>
    drawing
      .locator("rect")
      .first()
      .evaluate((shape) => getComputedStyle(shape).fill)
  const day = await colour()
  await page.evaluate(() => (document.documentElement.dataset["theme"] = "dark"))
  await expect.poll(colour).not.toBe(day)

  await chat.answers.getByRole("button", { name: "Ver o texto do diagrama" }).click()
  await expect(chat.answers.getByText("flowchart LR")).toBeVisible()
  await chat.answers.getByRole("button", { name: "Ver o diagrama" }).click()
  await chat.answers.getByRole("button", { name: "Ver em tela cheia" }).click()
  await expect(page.getByRole("dialog", { name: "Diagrama" }).getByRole("img")).toBeVisible()
  await page.keyboard.press("Escape")
  await expectAccessible(page, "a diagram")
  // The breach of its policy that was tried is the only one.
  expect(pageErrors.troubles.filter((trouble) => !trouble.includes("Content Security Policy"))).toEqual([])
  pageErrors.forget()
})

test("a diagram that never ends is taken away, and the page with it goes on", async ({ page }) => {
  await page.route("**/frames/*/frame.js", (route) => route.fulfill(busyFrame("for (;;);")))
  const chat = await openAndAsk(page, "um diagrama, por favor")
  await expect(chat.answers.getByText("flowchart LR")).toBeVisible()
  await chat.field.fill("a página continua")
  await expect(chat.send).toBeEnabled()
  await expect(chat.answers.getByText("Não foi possível desenhar este diagrama.")).toBeVisible()
  await expect(chat.answers.locator("iframe")).toHaveCount(0)
  await page.unroute("**/frames/*/frame.js")
  await chat.answers.getByRole("button", { name: "Ver o diagrama" }).click()
  await expect(chat.answers.locator("iframe").contentFrame().getByText("Pesquisar")).toBeVisible({ timeout: diagramMs })
})

test("a diagram that keeps a slow phone busy for seconds is drawn, after those that are quick", async ({
  page,
  prosa,
}) => {
  const slow = `const { data } = event; const until = Date.now() + (data.source.includes("Lento") ? 3000 : 0)
    while (Date.now() < until);
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><text y="20">' + data.source.split(" ")[1] + "</text></svg>"
    parent.postMessage({ type: "drawn", id: data.id, width: 90, height: 30, svg }, "*")`
  await page.route("**/frames/*/frame.js", (route) => route.fulfill(busyFrame(slow)))
  const answer = "```mermaid\nflowchart Lento\n```\n\n```mermaid\nflowchart Veloz\n```"
  await storeChats(page, prosa.url, [storedChat("Dois", ["q", answer])], "Dois")
  await page.goto(prosa.url)
  const drawn = chatOn(page).log.locator("figure[aria-hidden=false]")
  await expect(drawn).toHaveCount(1)
  await expect(drawn.locator("iframe").contentFrame().getByText("Veloz")).toBeVisible({ timeout: diagramMs })
  await expect(drawn).toHaveCount(2)
})

test("thinking is folded under how long it took, sources stand under their numbers", async ({ page }) => {
  const chat = await openAndAsk(page, "pensa bem e pesquise o preço do arroz")
  const answer = chat.answers.last()
  const thoughts = answer.getByText("Primeiro separo o que foi pedido")
  await expect(thoughts).toBeHidden()
  await answer.getByText(/^Pensou por \d+ s/).click()
  await expect(thoughts).toBeVisible()
  await expect(answer.getByText(/^Pesquisou na web: “.*preço do arroz.*”$/)).toBeVisible()

  const sources = answer.getByRole("navigation", { name: "Fontes" })
  await expect(sources.getByRole("link", { name: /^1 .+ example\.com$/ })).toHaveAttribute("rel", "noopener noreferrer")
  const call = answer.getByRole("link", { name: "Fonte 1: example.com" })
  await expect(call).toHaveText("1")
  await expect(call).toHaveAttribute("target", "_blank")
  await expectAccessible(page, "thoughts and sources")

  await page.reload()
  await expect(answer.getByText(/^Pensou por \d+ s/)).toBeVisible()
  await expect(call).toBeVisible()
})

test("what did not come without a connection comes when the chat is opened again with one, formulas at once", async ({
  page,
  context,
  prosa,
  pageErrors,
}) => {
  const parts = "```python\nreturn 1\n```\n\n```mermaid\nflowchart LR\n  A --> B\n```\n\n$$x^2$$"
  await storeChats(
    page,
    prosa.url,
    [storedChat("Curta", ["Oi", "Olá!"]), storedChat("Código", ["q", parts], 1)],
    "Curta",
  )
  await page.goto(prosa.url)
  const { log } = chatOn(page)
  await expect(log.getByText("Olá!")).toBeVisible()
  const open = (topic: string) => page.getByRole("link", { name: new RegExp(`^${topic}`) }).click()
  const missed = page.waitForEvent("requestfailed", (request) => request.url().includes("highlight-worker"))
  await context.setOffline(true)
  await open("Código")
  await missed
  await expect(log.getByText("$$x^2$$")).toBeVisible()
  await expect(log.getByText("Não foi possível desenhar este diagrama.")).toBeVisible()
  await context.setOffline(false)
  await expect(log.locator(".katex")).toBeVisible()
  // With its styles, too.
  await expect(log.locator(".katex")).toHaveCSS("font-family", /KaTeX/)
  await open("Curta")
  await open("Código")
  await expect(log.locator("pre code span").first()).toBeVisible()
  await expect(log.locator(".katex")).toBeVisible()
  await expect(log.locator("iframe").contentFrame().locator("svg")).toBeVisible({ timeout: diagramMs })
  expect(pageErrors.troubles.filter((trouble) => !trouble.includes("ERR_INTERNET_DISCONNECTED"))).toEqual([])
  pageErrors.forget()
})

test("of many diagrams only those near the reader have a frame, and the others keep their place", async ({
  page,
  prosa,
}) => {
  const diagrams = Array.from({ length: 40 }, (_, at) => `\`\`\`mermaid\nflowchart TD\n  A${at} --> B --> C\n\`\`\``)
  await storeChats(page, prosa.url, [storedChat("Muitos", ["q", diagrams.join("\n\n")])], "Muitos")
  await page.goto(prosa.url)
  const { log } = chatOn(page)
  const frames = log.locator("iframe")
  const drawn = log.locator("figure[aria-hidden=false]")
  const goTo = (first: number, by: number) =>
    expect(async () => {
      await log.evaluate((box, step) => (box.scrollTop += step), by)
      await expect(drawn.nth(first)).toBeVisible({ timeout: 200 })
      expect(await drawn.count()).toBeGreaterThan(30)
    }).toPass({ timeout: 120_000, intervals: [100] })
  await goTo(0, -400)
  const heightPx = await log.evaluate((box) => box.scrollHeight)
  expect(await frames.count()).toBeLessThan(25)
  await log.evaluate((box) => (box.scrollTop = 0))
  await expect(frames.first().contentFrame().locator("svg")).toBeVisible({ timeout: diagramMs })
  expect(await frames.count()).toBeLessThan(25)
  expect(await log.evaluate((box) => box.scrollHeight)).toBeGreaterThan(heightPx * 0.9)
})

test("what is read stays where it is while a diagram above it is drawn", async ({ page, prosa }) => {
  const steps = Array.from({ length: 8 }, (_, at) => `  A${at} --> A${at + 1}`).join("\n")
  const answer = `\`\`\`mermaid\nflowchart TD\n${steps}\n\`\`\`\n\n${"Um parágrafo longo. ".repeat(300)}\n\n### marca\n\n${"Outro. ".repeat(900)}`
  let isDrawing = () => {}
  const mayDraw = new Promise<void>((resolve) => (isDrawing = resolve))
  await page.route("**/mermaid.esm.min.mjs", (route) => mayDraw.then(() => route.continue()))
  await storeChats(page, prosa.url, [storedChat("Um", ["q", answer])], "Um")
  await page.goto(prosa.url)
  const { log } = chatOn(page)
  const mark = log.getByRole("heading", { name: "marca" })
  await mark.scrollIntoViewIfNeeded()
  await expect(mark).toBeInViewport()
  const topOfMark = async () => (await mark.boundingBox())?.y ?? Number.NaN
  const before = await topOfMark()
  const height = await log.evaluate((box) => box.scrollHeight)
  isDrawing()
  await expect.poll(() => log.evaluate((box) => box.scrollHeight)).toBeGreaterThan(height + 100)
  expect(Math.abs((await topOfMark()) - before)).toBeLessThan(3)
})
