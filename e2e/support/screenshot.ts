/**
 * Takes the README's picture, docs/images/chat.png: `npm run build`, then `node e2e/support/screenshot.ts`.
 * A real server, a scripted provider, a premium code with a balance.
 */
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { chromium, expect } from "@playwright/test"
import { startFakeProvider } from "../../testing/fake-provider/fake-provider.ts"
import { textReply } from "../../testing/fake-provider/replies.ts"
import { chatOn, openWithCode } from "./chat.ts"
import { chromiumFlags, findChromium } from "./chromium.ts"
import { newCode, startProsa } from "./prosa.ts"

const earlier = [
  ["Monte um cardápio de sete dias com arroz, feijão e legumes da estação.", "Cardápio da semana"],
  ["Reescreva meu currículo para uma vaga de auxiliar administrativo.", "Currículo para vaga administrativa"],
  ["Explique a Revolução de 1930 como se eu tivesse quinze anos.", "Revolução de 1930"],
] as const

const question = "Quanto rende R$ 5.000 em um ano no Tesouro Selic e na poupança? Mostre também a conta em Python."
const answer = `Com a **Selic a 15% ao ano**, cada opção rende assim em 12 meses, já com o imposto de renda:

| Aplicação | Rende bruto | Imposto | Fica com |
| --- | ---: | ---: | ---: |
| Tesouro Selic | R$ 750,00 | R$ 131,25 | **R$ 5.618,75** |
| Poupança | R$ 415,00 | isenta | **R$ 5.415,00** |

Para refazer a conta com outros valores:

\`\`\`python
def rendimento(valor: float, taxa: float, imposto: float = 0.175) -> float:
    """Quanto sobra depois de um ano."""
    return valor + valor * taxa * (1 - imposto)

print(f"R$ {rendimento(5_000, 0.15):.2f}")
\`\`\`

São *estimativas*: a taxa muda a cada reunião do Copom.`

const provider = await startFakeProvider()
const prosa = await startProsa({ provider })
const browser = await chromium.launch({ args: chromiumFlags, executablePath: findChromium() ?? "" })
try {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    reducedMotion: "reduce",
  })
  const page = await context.newPage()
  await openWithCode(page, prosa.url, await newCode(prosa, "18.50", { calls: 8 }))
  const chat = chatOn(page)
  for (const [asked, title] of [...earlier, [question, "Tesouro Selic ou poupança"] as const]) {
    const isLast = asked === question
    const said = isLast ? answer : "Claro! Vamos por partes. ".repeat(12)
    const usage = isLast ? { inputUncached: 412, output: 1_236 } : { inputUncached: 200, output: 400 }
    // Title calls name the model that makes them.
    provider.script((request) =>
      String(request.json["model"]).includes("nano") ? textReply(title)(request) : textReply(said, { usage })(request),
    )
    await chat.ask(asked)
    await chat.untilAnswered()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title)
    if (!isLast) await page.getByRole("button", { name: "Nova conversa" }).click()
  }
  await expect(chat.answers.locator("pre code span").first()).toBeVisible()
  await chat.field.fill("E se eu precisar do dinheiro antes?")
  await expect(page.getByText(/^≈/)).toBeVisible()
  await page.mouse.move(0, 0)
  const folder = join(import.meta.dirname, "../../docs/images")
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, "chat.png"), animations: "disabled" })
} finally {
  await browser.close()
  await prosa.stop()
  await provider.close()
}
