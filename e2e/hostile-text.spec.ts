import { textReply } from "../testing/fake-provider/replies.ts"
import { chatOn, openAndAsk } from "./support/chat.ts"
import { storeChats, storedChat } from "./support/stored-chats.ts"
import { expect, test, withMotion } from "./support/test.ts"

test.use(withMotion)

const hostile = `Olá <img src=x onerror="document.title='tomado'"> e <script>document.title='tomado'</script>

[clique](javascript:document.title='tomado') [dados](data:text/html,<script>1</script>) [honesto](https://exemplo.com.br/)

![foto](https://rastreador.example/p.png?conversa=tudo)

<iframe src="https://rastreador.example/"></iframe>

| a | b |
| - | - |
| <b onclick=alert(1)>x</b> | ![outra](//rastreador.example/q.png) |

\`\`\`html
<script>alert(1)</script>
\`\`\`
`

test("hostile text of a model or a user becomes neither script nor request", async ({
  page,
  provider,
  startProsa,
  pageErrors,
}) => {
  const prosa = await startProsa({ provider })
  provider.script(textReply(hostile, { chunks: 40 }))
  const chat = chatOn(page)
  await page.goto(prosa.url)
  await chat.ask(hostile)
  await chat.untilAnswered()
  await expect(chat.answers.getByRole("table")).toBeVisible()
  await expect(chat.answers).toContainText("<img src=x onerror=")
  await expect(chat.questions).toContainText("<iframe src=")

  await expect(chat.log.locator("img, script, iframe, [onerror], [onclick]")).toHaveCount(0)
  const addresses = await chat.log.locator("a").evaluateAll((links) => links.map((link) => link.getAttribute("href")))
  // The second is the address inside the iframe that was not made: plain text, and addresses in text are links.
  expect(addresses).toEqual(["https://exemplo.com.br/", "https://rastreador.example/"])
  const link = chat.log.getByRole("link", { name: "honesto" })
  await expect(link).toHaveAttribute("href", "https://exemplo.com.br/")
  await expect(link).toHaveAttribute("rel", /noopener noreferrer/)
  await expect(page).not.toHaveTitle("tomado")
  expect([...pageErrors.hosts]).toEqual([new URL(prosa.url).host])

  // A remote picture waits for a press, and even then comes through our own server.
  await chat.answers
    .getByRole("button", { name: /rastreador\.example/ })
    .first()
    .click()
  await expect(chat.answers.getByText(/rastreador\.example/).first()).toBeVisible()
  expect([...pageErrors.hosts]).toEqual([new URL(prosa.url).host])

  await page.reload()
  await expect(chat.answers.getByRole("table")).toBeVisible()
  await expect(chat.log.locator("script, iframe, [onerror], [onclick]")).toHaveCount(0)
  await expect(page).not.toHaveTitle("tomado")
})

const formulas = [
  `$$${"\\frac{1}{".repeat(600)}x${"}".repeat(600)}$$`,
  `$$${"{".repeat(5_000)}$$`,
  "$$\\newcommand{\\x}[1]{\\x{#1#1}}\\x{a}$$",
  "$$\\href{javascript:document.title='tomado'}{clique}$$ $$\\url{https://rastreador.example}$$",
  "$$\\includegraphics{https://rastreador.example/a}$$ $$\\htmlStyle{background:url(//rastreador.example)}{y}$$",
  "$$\\rule{900em}{900em}$$ $$\\kern-900em\\text{Saldo R\\$ 0,00}$$ $$\\pmb{x}$$",
  Array.from({ length: 800 }, (_, index) => `$a_{${index}}$`).join(" "),
]
const diagrams = [
  "xychart\n  x-axis 1 --> 1\n  line [1, 2]",
  `flowchart LR\n  A["<img src=x onerror=document.title='tomado'>"] --> B\n  click A href "javascript:document.title='tomado'"`,
  `%%{init: {"securityLevel": "loose", "fontFamily": "x;a{b} :not(&){background:url(//rastreador.example)} c{d}"}}%%\nflowchart LR\n  A --> B`,
  `flowchart LR\n${"  A --> B\n".repeat(5_000)}`,
  "nada disso",
]
const bombs = [
  ...formulas,
  ...diagrams.map((source) => `\`\`\`mermaid\n${source}\n\`\`\``),
  `${">".repeat(4_000)} x`,
  "*a_".repeat(6_667),
  "https://rastreador.example/ ".repeat(1_500),
  "[^1]".repeat(2_000) + "\n\n[^1]: nota",
  `[\u202emoc.ocnab](https://rastreador.example) \u202e${"Z͑ͫ̓ͪ̂ͫ̽͏̴̙".repeat(50)}`,
  "a".repeat(300_000),
]

test("bombs of formulas, diagrams and words leave the page as it is", async ({
  page,
  provider,
  startProsa,
  pageErrors,
}) => {
  const prosa = await startProsa({ provider })
  provider.script(textReply(bombs.join("\n\n"), { chunks: 60 }))
  const chat = await openAndAsk(page, "tudo de uma vez", prosa.url)
  await expect(chat.answers.getByText("Mostrar tudo").first()).toBeVisible()
  await expect(chat.answers.locator(".katex").first()).toBeAttached()
  const isCalm = async () => {
    await chat.field.fill("continua")
    await expect(chat.send).toBeEnabled()
    await expect(page).not.toHaveTitle("tomado")
    expect([...pageErrors.hosts]).toEqual([new URL(prosa.url).host])
    // No formula stands over what is beside its message.
    const list = await chat.log.boundingBox()
    expect(await chat.log.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
    expect(list?.width).toBeGreaterThan(300)
  }
  await isCalm()
  await page.reload()
  await expect(chat.answers).toHaveCount(1)
  await expect(chat.answers.getByText("Mostrar tudo").first()).toBeVisible()
  await isCalm()
  // The frame's policy refused what the diagram's text tried.
  expect(pageErrors.troubles.filter((trouble) => !trouble.includes("Executing inline event handler"))).toEqual([])
  pageErrors.forget()
})

const many = (count: number, part: (index: number) => string, between = "\n\n") =>
  Array.from({ length: count }, (_, index) => part(index)).join(between)
const row = (cell: string, columns: number) => `${`|${cell}`.repeat(columns)}|\n`
const matrix = `$$\\begin{pmatrix}${many(12, () => `${"1&".repeat(12)}1`, "\\\\")}\\end{pmatrix}$$`

/** Long texts, what they are made of, and how much of it may stand in the page at once, and once the page was idle. */
const portions = [
  { topic: "Parágrafos", text: many(600, (at) => `p${at}.`), part: "p", atOnce: 150, atLast: 600 },
  { topic: "Tarefas", text: many(1_500, (at) => `- [ ] t${at}`, "\n"), part: "li", atOnce: 200, atLast: 1_500 },
  {
    topic: "Tabela larga",
    text: row("a", 90) + row("-", 90) + row("b", 90).repeat(300),
    part: "td",
    atOnce: 1_500,
    atLast: 67 * 90,
  },
  {
    topic: "Como escrito",
    text: `${">".repeat(60)} ${"a".repeat(60_000)}`,
    part: "div[dir=auto] > div",
    atOnce: 4,
    atLast: 7,
  },
  {
    topic: "Notas",
    text: `${many(300, (at) => `a[^${at}]`, " ")}\n\n${many(300, (at) => `[^${at}]: nota`)}`,
    part: "section li",
    atOnce: 40,
    atLast: 200,
  },
  { topic: "Matrizes", text: many(24, () => matrix), part: ".katex-html", atOnce: 4, atLast: 24 },
  { topic: "Diagramas", text: many(60, () => "```mermaid\nflowchart LR\n  A --> B\n```"), part: "iframe", atOnce: 0 },
]

test("what is too much for one moment comes in portions, and the page answers meanwhile", async ({ page, prosa }) => {
  const chats = portions.map(({ topic, text }, age) => storedChat(topic, ["Oi", text], age + 1))
  await storeChats(page, prosa.url, [storedChat("Curta", ["Oi", "$x$"]), ...chats], "Curta")
  // Idle times come when the test says so.
  await page.addInitScript(() => {
    const { requestIdleCallback } = window
    const held: IdleRequestCallback[] = []
    let isHolding = false
    window.requestIdleCallback = (run, options) => (isHolding ? held.push(run) : requestIdleCallback(run, options))
    Object.assign(window, {
      holdIdle(hold: boolean) {
        isHolding = hold
        if (!hold) for (const run of held.splice(0)) requestIdleCallback(run)
      },
    })
  })
  const holdIdle = (hold: boolean) =>
    page.evaluate((on) => (window as unknown as { holdIdle: (hold: boolean) => void }).holdIdle(on), hold)
  await page.goto(prosa.url)
  const chat = chatOn(page)
  await expect(chat.answers.locator(".katex")).toBeVisible()
  for (const { topic, part, atOnce, atLast } of portions) {
    await holdIdle(true)
    await page.getByRole("link", { name: new RegExp(`^${topic}`) }).click()
    const parts = chat.answers.locator(part)
    if (atOnce > 0) await expect(parts.first()).toBeAttached()
    await chat.field.fill(`escrevo em ${topic}`)
    await expect(chat.send).toBeEnabled()
    expect(await parts.count(), topic).toBeLessThanOrEqual(atOnce)
    await holdIdle(false)
    if (atLast === undefined) await expect(parts.first()).toBeAttached()
    else await expect(parts, topic).toHaveCount(atLast)
  }
  // Frames are made for diagrams near the reader only.
  expect(await chat.answers.locator("iframe").count()).toBeLessThan(40)
})

test("code is coloured under the page's real policy", async ({ page }) => {
  const chat = await openAndAsk(page, "um código, por favor")
  const code = chat.answers.locator("pre code")
  await expect(code).toContainText("def saudacao")
  await expect(code.locator("span").first()).toBeVisible()
})
