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

test("code is coloured under the page's real policy", async ({ page }) => {
  const chat = chatOn(page)
  await page.goto("/")
  await chat.ask("um código, por favor")
  await chat.untilAnswered()
  const code = chat.answers.locator("pre code")
  await expect(code).toContainText("def saudacao")
  await expect(code.locator("span").first()).toBeVisible()
})
