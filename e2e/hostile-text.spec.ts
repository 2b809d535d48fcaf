import { textReply } from "../testing/fake-provider/replies.ts"
import { chatOn } from "./support/chat.ts"
import { expect, test } from "./support/test.ts"

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
  vigil,
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
  expect([...vigil.hosts]).toEqual([new URL(prosa.url).host])

  // A remote picture waits for a press, and even then comes through our own server.
  await chat.answers
    .getByRole("button", { name: /rastreador\.example/ })
    .first()
    .click()
  await expect(chat.answers.getByText(/rastreador\.example/).first()).toBeVisible()
  expect([...vigil.hosts]).toEqual([new URL(prosa.url).host])

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

test("bombs of formulas, diagrams and words leave the page as it is", async ({ page, provider, startProsa, vigil }) => {
  test.slow()
  const prosa = await startProsa({ provider })
  provider.script(textReply(bombs.join("\n\n"), { chunks: 60 }))
  const chat = chatOn(page)
  await page.goto(prosa.url)
  await chat.ask("tudo de uma vez")
  await chat.untilAnswered()
  await expect(chat.answers.getByText("Mostrar tudo").first()).toBeVisible()
  await expect(chat.answers.locator(".katex").first()).toBeAttached()
  const isCalm = async () => {
    await chat.field.fill("continua")
    await expect(chat.send).toBeEnabled()
    await expect(page).not.toHaveTitle("tomado")
    expect([...vigil.hosts]).toEqual([new URL(prosa.url).host])
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
  // What a diagram's text tried inside its frame, the frame's policy refused.
  expect(vigil.troubles.filter((trouble) => !trouble.includes("Executing inline event handler"))).toEqual([])
  vigil.forget()
})

test("code is coloured under the page's real policy", async ({ page }) => {
  const chat = chatOn(page)
  await page.goto("/")
  await chat.ask("um código, por favor")
  await chat.untilAnswered()
  const code = chat.answers.locator("pre code")
  await expect(code).toContainText("def saudacao")
  await expect(code.locator("span").first()).toBeVisible()
})
