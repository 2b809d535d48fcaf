import { pendingAnswer } from "#core/conversation/message.ts"
import { textReply } from "../testing/fake-provider/replies.ts"
import { expectAccessible } from "./support/axe.ts"
import { chatOn, enterCode, openAndAsk, untilFetchedAhead } from "./support/chat.ts"
import { startCuttableProxy } from "./support/cuttable-proxy.ts"
import { pasteFiles } from "./support/give-files.ts"
import { storeChats, storedChat } from "./support/stored-chats.ts"
import { newCode } from "./support/prosa.ts"
import { expect, test } from "./support/test.ts"
import { tellModels } from "./support/told-models.ts"

test("what is written without a connection is sent when it is back: in order, once, charged once", async ({
  page,
  context,
  prosa,
}) => {
  const line = await startCuttableProxy(prosa.url)
  const code = await newCode(prosa, "5")
  // The page is visited twice, so that the browser has kept the code that queues a message without a connection.
  await page.goto(line.url)
  await enterCode(page, code)
  const chat = chatOn(page)
  await chat.ask("pergunta com sinal")
  await chat.untilAnswered()
  await untilFetchedAhead(page)
  await chat.field.fill("quanto custa?")
  await expect(page.getByTitle("Preço estimado desta mensagem")).toHaveText(/^≈\sR\$/)
  line.cut()
  await context.setOffline(true)
  for (const text of ["primeira sem sinal", "segunda sem sinal", "terceira sem sinal", "quarta, que volta atrás"]) {
    await chat.ask(text)
    await expect(chat.answers.last()).toContainText(/Será enviada quando houver sinal · ≈\sR\$/)
  }
  await expectAccessible(page, "messages that wait")
  await chat.answers.last().getByRole("button", { name: "Cancelar o envio" }).click()
  await expect(chat.field).toHaveValue("quarta, que volta atrás")
  await expect(chat.questions).toHaveCount(4)

  // A connection that lasts for a moment only.
  line.mend()
  await context.setOffline(false)
  await expect(chat.answers.nth(1)).not.toContainText("Será enviada")
  line.cut()
  await context.setOffline(true)
  line.mend()
  await context.setOffline(false)
  await expect(page.getByText("Será enviada quando houver sinal")).toHaveCount(0)
  await chat.untilAnswered()
  await expect(chat.questions).toHaveText([/com sinal/, /primeira/, /segunda/, /terceira/])
  const reply = await fetch(`${prosa.url}/api/statement?kind=use`, { headers: { authorization: `Bearer nk-${code}` } })
  const { lines } = (await reply.json()) as { readonly lines: readonly { readonly model: string }[] }
  // The title is another model's.
  expect(lines.filter(({ model }) => model === "gpt-5")).toHaveLength(4)
  await line.close()
})

test("a question that waited, and whose page was thrown away while it was being sent, is sent by the next one", async ({
  page,
  prosa,
}) => {
  const one = storedChat("Perdida", ["Você recebeu isto?", ""])
  const key = "0b9f7d3e-6a53-4a0e-9d0c-3f6f6a1f2b77"
  const messages = one.messages.map((message) => {
    const asked = { ...message, idempotencyKey: key, date: Date.now() - 3_600_000 }
    return message.role === "user"
      ? asked
      : { ...pendingAnswer(asked.id, asked.date, "gpt-4o-mini"), idempotencyKey: key }
  })
  await storeChats(page, prosa.url, [{ ...one, messages }], "Perdida")
  await page.evaluate((waiting) => localStorage.setItem("nk-queue", JSON.stringify([waiting])), {
    sessionId: one.session.id,
    answerId: messages[1]?.id ?? "",
  })
  await page.goto(prosa.url)
  const chat = chatOn(page)
  await expect(chat.answers).toContainText("simulada")
  await chat.untilAnswered()
  await expect(chat.messages).toHaveCount(2)
  await expect.poll(() => page.evaluate(() => localStorage.getItem("nk-queue"))).toBe("[]")
})

test.describe("where the console tells of what could not be fetched", () => {
  test.use({ allowErrors: true })

  test("the files of a message that is taken back come back with its words, which are not theirs", async ({
    page,
    context,
  }) => {
    const chat = await openAndAsk(page, "oi")
    await untilFetchedAhead(page)
    const files = page.getByRole("list", { name: "Anexos" })
    await pasteFiles(page, [{ name: "nota.txt", type: "text/plain", bytes: Buffer.from("linhas do arquivo") }])
    await expect(files.getByText("nota.txt")).toBeVisible()
    await context.setOffline(true)
    await chat.ask("com um arquivo")
    await expect(files).toHaveCount(0)
    await chat.answers.last().getByRole("button", { name: "Cancelar o envio" }).click()
    await expect(chat.field).toHaveValue("com um arquivo")
    await expect(files.getByText("nota.txt")).toBeVisible()
    await context.setOffline(false)
    await page.reload()
    await expect(chat.field).toHaveValue("com um arquivo")
    await expect(files.getByText("nota.txt")).toBeVisible()
    await expect(chat.questions).toHaveText(["oi"])
  })

  test("an answer that was to be asked for again is there when that is taken back, and was not turned over meanwhile", async ({
    page,
    context,
  }) => {
    const chat = await openAndAsk(page, "oi")
    await untilFetchedAhead(page)
    const before = await chat.answers.textContent()
    await context.setOffline(true)
    await chat.answers.getByRole("button", { name: /^Tentar de novo/ }).click()
    await expect(chat.answers).toContainText("Será enviada quando houver sinal")
    await page.setViewportSize({ width: 400, height: 800 })
    await expect(chat.answers.getByRole("button", { name: "Cancelar o envio" })).toBeVisible()
    await expect(chat.answers.getByRole("button", { name: "Versão anterior" })).toHaveCount(0)
    await page.setViewportSize({ width: 1280, height: 800 })
    await chat.answers.getByRole("button", { name: "Cancelar o envio" }).click()
    await expect(chat.answers).toHaveText(before ?? "")
    await expect(chat.questions).toHaveText(["oi"])
    await expect(chat.field).toHaveValue("")
  })

  const missing = [
    { part: "the words of the provider", of: /\/assets\/adapter-/ },
    { part: "the thread that asks", of: /\/assets\/gateway-worker-/ },
  ]
  for (const { part, of } of missing) {
    test(`a question for an own key waits where ${part} cannot be fetched, and is asked by itself when it can`, async ({
      page,
      provider,
      startProsa,
    }) => {
      const prosa = await startProsa({ provider, env: { MOONSHOT_URL: provider.url } })
      provider.script(textReply("Dito pela Moonshot."))
      await page.addInitScript(() => {
        const state = { useCustomConfig: true, moonshotApiKey: "moon-own-1", provider: "Moonshot" }
        localStorage.setItem("nk-access-control", JSON.stringify({ state, version: 2 }))
      })
      await tellModels(page, { known: [{ name: "kimi-k3", displayName: "Kimi K3", provider: "Moonshot" }] })
      await page.context().route(of, (route) => route.abort())
      await page.goto(prosa.url)
      await page.getByRole("button", { name: /^Modelo/ }).click()
      await page.getByRole("dialog").getByText("Kimi K3", { exact: true }).click()
      const chat = chatOn(page)
      await chat.ask("Quem é você?")
      await expect(chat.answers).toContainText("Será enviada quando houver sinal")
      expect(provider.requests).toHaveLength(0)
      await page.context().unroute(of)
      await expect(chat.answers).toContainText("Dito pela Moonshot.")
      await expect(chat.messages).toHaveCount(2)
    })
  }
})
