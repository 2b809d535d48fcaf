import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Page } from "@playwright/test"
import { chatOn, openAndAsk } from "./support/chat.ts"
import { expectAccessible } from "./support/axe.ts"
import { storedChat, storeChats } from "./support/stored-chats.ts"
import { expect, test } from "./support/test.ts"

test("a conversation is shared by a link that says what leaves, opens elsewhere, and is taken back", async ({
  page,
  browser,
}) => {
  await page.goto("/")
  const chat = chatOn(page)
  await chat.ask("Meu CPF é **529.982**.247-25. O que é um IPTU?")
  await chat.untilAnswered()
  await page
    .getByRole("banner")
    .or(page.getByRole("main"))
    .getByRole("button", { name: "Compartilhar", exact: true })
    .first()
    .click()
  const dialog = page.getByRole("dialog", { name: "Compartilhar conversa" })
  await expect(dialog).toContainText("2 mensagens")
  await expect(dialog).toContainText("Parece haver 1 CPF.")
  await expectAccessible(page, "sharing")
  await dialog.getByRole("button", { name: "Trocar por •••" }).click()
  await expect(dialog.getByText("Meu CPF é **•••.•••**.•••-••. O que é um IPTU?")).toBeVisible()
  await dialog.getByRole("button", { name: "Criar link" }).click()
  const made = page.getByRole("dialog", { name: "Link criado" })
  const url = await made.getByLabel("Link criado").inputValue()

  const reader = await browser.newPage({ javaScriptEnabled: false, locale: "pt-BR" })
  await reader.goto(url)
  await expect(reader.getByRole("article").first()).toContainText("Meu CPF é **•••.•••**.•••-••. O que é um IPTU?")
  const next = reader.getByRole("link", { name: "Continuar no Prosa" })
  const copy = new URL((await next.getAttribute("href")) ?? "", url).href
  await reader.close()

  const other = await browser.newPage({ locale: "pt-BR" })
  await openAndAsk(other, "O que havia aqui antes?", new URL("/", url).href)
  await other.goto(copy)
  const received = other.getByRole("dialog", { name: "Conversa compartilhada" })
  await expect(received).toContainText("(2 mensagens)")
  const steps = () => other.evaluate(() => history.length)
  const before = await steps()
  await received.getByRole("button", { name: "Continuar" }).click()
  await expect(chatOn(other).questions).toContainText("O que é um IPTU?")
  // What comes from elsewhere is one step.
  await expect.poll(steps).toBe(before + 1)
  expect(new URL(other.url()).searchParams.has("shared")).toBe(false)
  // Pressed once more, it leads to the copy that is here.
  await expect(other).toHaveURL(/[?&]c=/)
  const kept = other.url()
  await other.goto(copy)
  await received.getByRole("button", { name: "Continuar" }).click()
  await expect(received).toHaveCount(0)
  await expect(other).toHaveURL(kept)
  await other.close()

  await made.getByRole("button", { name: "Fechar" }).click()
  await page.goto("/settings")
  await page.getByRole("button", { name: "Links compartilhados" }).click()
  const links = page.getByRole("dialog", { name: "Links compartilhados" })
  await links.getByRole("button", { name: "Apagar link" }).click()
  await expect(links).toContainText("Nenhum link")
  expect((await page.request.get(url)).status()).toBe(404)
})

test("a shared conversation is written as its own language is, whichever way its reader's is", async ({
  page,
  browser,
  prosa: { url },
}) => {
  const items = [
    { from: "human", value: "E agora?" },
    { from: "gpt", value: "Assim:\n\n# Passos\n\n```py\nprint(1)\n```" },
    { from: "gpt", value: "مرحبا، `a = 1`." },
  ]
  const { id: visitor } = (await (await page.request.post(`${url}/api/visitor`, { data: {} })).json()) as { id: string }
  const made = await page.request.post(`${url}/sharegpt`, {
    data: { title: "Qual é o próximo passo?", items },
    headers: { "x-visitor": visitor },
  })
  const { id } = (await made.json()) as { id: string }
  const reader = await browser.newPage({ javaScriptEnabled: false, locale: "ar" })
  await reader.goto(`${url}/s/${id}`)
  await expect(reader.locator("html")).toHaveAttribute("dir", "rtl")
  await expect(reader.getByRole("heading", { level: 1 }).first()).toHaveCSS("direction", "ltr")
  const articles = reader.getByRole("article")
  await expect(articles.nth(0).getByText("E agora?")).toHaveCSS("direction", "ltr")
  await expect(articles.nth(1).getByText("Assim:")).toHaveCSS("direction", "ltr")
  await expect(articles.nth(1).getByRole("heading", { name: "Passos" })).toBeVisible()
  await expect(articles.nth(2).getByText("مرحبا")).toHaveCSS("direction", "rtl")
  await expect(articles.nth(2).getByRole("code")).toHaveCSS("direction", "ltr")
  await reader.close()
})

test("a link that the browser has no room to remember is shown with the key that deletes it", async ({
  page,
  prosa: { url },
}) => {
  await storeChats(page, url, [storedChat("Dica", ["Qual?", "Esta."])])
  // What IndexedDB says when its disk is full.
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...row) {
      if (this.name === "shares") throw new DOMException("no room", "QuotaExceededError")
      return put.apply(this, row)
    }
  })
  await page.goto(url)
  await page.getByRole("link", { name: /Dica/ }).click()
  await page.getByRole("button", { name: "Compartilhar", exact: true }).first().click()
  await page.getByRole("dialog").getByRole("button", { name: "Criar link" }).click()
  const made = page.getByRole("dialog", { name: "Link criado" })
  await expect(made.getByRole("alert")).toContainText("Guarde esta chave")
  const link = await made.getByLabel("Link criado").inputValue()
  const key = await made.getByLabel("Chave para apagar").inputValue()
  await expectAccessible(page, "sharing")
  const removed = await page.request.delete(link.replace("/s/", "/api/shares/"), { headers: { "X-Delete-Token": key } })
  expect(removed.status()).toBe(200)
  expect((await page.request.get(link)).status()).toBe(404)
})

test("a page made in a chat runs beside it, reaches nothing, and is shared by a link", async ({
  page,
  browser,
  pageErrors,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto("/")
  const chat = chatOn(page)
  await chat.ask("página")
  await chat.untilAnswered()
  await page.getByRole("button", { name: "Abrir a página" }).first().click()
  const panel = page.getByRole("region").filter({ has: page.locator("iframe") })
  await panel.frameLocator("iframe").getByRole("button").first().click()
  // A page that loads itself again is there again.
  await page
    .frames()
    .find((one) => one.url().endsWith("/frames/artifact.html"))!
    .evaluate("document.title = 'before', location.reload()")
  await expect.poll(() => panel.frameLocator("iframe").locator("title").textContent()).not.toBe("before")
  await expect(panel.frameLocator("iframe").getByRole("button").first()).toBeVisible()
  await expect(chat.field).toBeVisible()
  await expectAccessible(page, "sharing")
  const outside = await reaches(page)
  // That the frame could reach nothing is what the browser complains of.
  pageErrors.forget()
  expect(outside).toEqual({ parent: "SecurityError", storage: "SecurityError", fetched: "TypeError", origin: "null" })

  await panel.getByRole("button", { name: "Compartilhar página" }).click()
  const sent = page.waitForResponse("**/api/artifacts")
  await page.getByRole("alertdialog").or(page.getByRole("dialog")).getByRole("button", { name: "Criar link" }).click()
  const { id } = (await (await sent).json()) as { id: string }
  const other = await browser.newPage({ locale: "pt-BR" })
  await other.goto(new URL(`/artifacts/${id}`, page.url()).href)
  await expect(other.frameLocator("iframe").getByRole("button").first()).toBeVisible()
  await expect(other.getByText("Não digite senhas")).toBeVisible()
  await other.getByRole("button", { name: "Denunciar" }).click()
  await expect(other.getByText("Obrigado por avisar")).toBeVisible()
  await other.close()
  await page.keyboard.press("Escape")
})

test("a page made in a chat leads nobody elsewhere: not the tab, not another one, not its own frame", async ({
  page,
  context,
  prosa: { url },
  pageErrors,
}) => {
  const reached: string[] = []
  const elsewhere = createServer((request, reply) => {
    reached.push(request.url ?? "")
    reply.end("ok")
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve))
  const there = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  // Each way is tried right after a press: browsers allow more then.
  const ways = {
    top: "top.location.href = there + '/top'",
    parent: "parent.location.replace(there + '/parent')",
    opened: "window.open(there + '/opened')",
    link: "document.querySelector('a').click()",
    form: "document.querySelector('form').submit()",
    fetched: "fetch(there + '/fetched', { mode: 'no-cors' })",
    beacon: "navigator.sendBeacon(there + '/beacon', 'x')",
    picture: "new Image().src = there + '/picture'",
    script: "document.head.append(Object.assign(document.createElement('script'), { src: there + '/script' }))",
    frame: "document.body.append(Object.assign(document.createElement('iframe'), { src: there + '/frame' }))",
    itself: "location.href = there + '/itself?' + document.title",
  }
  const buttons = Object.entries(ways).map(([name, way]) => `<button onclick="${way}">${name}</button>`)
  const html = `<!doctype html><title>Isca</title><script>const there = ${JSON.stringify(there)}</script>
<a href="${there}/link" target="_top" ping="${there}/ping">x</a><form action="${there}/form" method="post" target="_top"></form>
${buttons.join("\n")}`
  await storeChats(page, url, [storedChat("Isca", ["Faça uma página", `\`\`\`html\n${html}\n\`\`\``])])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(url)
  await page.getByRole("link", { name: /Isca/ }).click()
  await page.getByRole("button", { name: "Abrir a página" }).first().click()
  const panel = page.getByRole("region", { name: "Isca" })
  const address = page.url()
  for (const way of Object.keys(ways)) {
    await panel.frameLocator("iframe").getByRole("button", { name: way, exact: true }).click()
  }
  // The last way is refused by a page of the browser's in place of the frame's.
  await expect.poll(() => page.frames().some((frame) => frame.url().startsWith("chrome-error:"))).toBe(true)
  await panel.getByRole("button", { name: "Recarregar" }).click()
  await expect(panel.frameLocator("iframe").getByRole("button", { name: "top", exact: true })).toBeVisible()
  expect(page.url()).toBe(address)
  expect(context.pages()).toEqual([page])
  // Whoever can be reached is: what was not heard by now was not sent.
  await page.request.get(`${there}/probe`)
  expect(reached).toEqual(["/probe"])

  const alone = await context.newPage()
  const opened = await alone.goto(`${url}/frames/artifact.html`)
  expect(opened?.status()).toBe(404)
  await expect(alone.getByRole("heading", { name: "Página não encontrada" })).toBeVisible()
  await alone.close()
  // That nothing was reached is what the browser complains of.
  pageErrors.forget()
  elsewhere.close()
})

test("a page made in a chat cannot ask servers by way of a call between browsers", async ({ page, prosa: { url } }) => {
  const html = `<!doctype html><title>Isca</title><p></p><script>
    document.querySelector("p").textContent = [window.RTCPeerConnection, window.webkitRTCPeerConnection].map(String)
  </script>`
  await storeChats(page, url, [storedChat("Isca", ["Faça uma página", `\`\`\`html\n${html}\n\`\`\``])])
  await page.goto(url)
  await page.getByRole("link", { name: /Isca/ }).click()
  await page.getByRole("button", { name: "Abrir a página" }).first().click()
  const frame = page.getByRole("region", { name: "Isca" }).frameLocator("iframe")
  await expect(frame.getByText("undefined,undefined")).toBeVisible()
})

test("a page that is too long, or one too many today, is told as 'Erro ao Compartilhar', with the reason", async ({
  page,
  startProsa,
}) => {
  const { url } = await startProsa()
  const long = `<!doctype html><title>Longa</title>${"<p>linha</p>\n".repeat(90_000)}`
  await storeChats(page, url, [
    storedChat("Longa", ["Faça uma página", `\`\`\`html\n${long}\n\`\`\``]),
    storedChat("Curta", ["Faça uma página", "```html\n<!doctype html><title>Curta</title>Oi\n```"]),
  ])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(url)
  const share = async (title: string) => {
    const sent = page.waitForResponse("**/api/artifacts")
    await page.getByRole("region", { name: title }).getByRole("button", { name: "Compartilhar página" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Criar link" }).click()
    return (await sent).status()
  }
  await page.getByRole("link", { name: /Longa/ }).click()
  await page.getByRole("button", { name: "Abrir a página" }).first().click()
  expect(await share("Longa")).toBe(413)
  await expect(page.getByText(/^Erro ao Compartilhar\. \S/)).toBeVisible()

  await page.getByRole("link", { name: /Curta/ }).click()
  await page.getByRole("button", { name: "Abrir a página" }).first().click()
  const statuses = []
  for (let made = 0; made < 4; made++) statuses.push(await share("Curta"))
  expect(statuses).toEqual([200, 200, 200, 429])
  await expect(page.getByText(/^Erro ao Compartilhar\. .*hoje/)).toBeVisible()
})

/** Stores a chat "Foto" whose question is a picture: a file of these bytes, each as a character, under the name of a PNG. */
async function storePhoto(page: Page, url: string, bytes: string): Promise<void> {
  const { session, messages } = storedChat("Foto", ["Veja", "Vejo."])
  const content = [{ type: "image_url" as const, image_url: { url: "nk-image:foto-0/4x4" } }]
  await storeChats(page, url, [
    { session, messages: messages.map((one) => (one.role === "user" ? { ...one, content } : one)) },
  ])
  await page.evaluate(async (bytes) => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open("nk-prosa")
      opening.onsuccess = () => resolve(opening.result)
    })
    const write = database.transaction(["images", "messages"], "readwrite")
    const messages = write.objectStore("messages")
    const all = messages.getAll()
    all.onsuccess = () => {
      for (const row of all.result as { message: { role: string } }[])
        if (row.message.role === "user") messages.put({ ...row, images: ["foto-0"] })
    }
    const blob = new Blob([Uint8Array.from(bytes, (one) => one.charCodeAt(0))], { type: "image/png" })
    write.objectStore("images").put({ id: "foto-0", blob })
    await new Promise((resolve) => (write.oncomplete = resolve))
    database.close()
  }, bytes)
}

test("the pictures of a link that could not be made are taken back", async ({ page, prosa: { url } }) => {
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  )
  await storePhoto(page, url, png.toString("latin1"))
  await page.route("**/sharegpt", (route) => route.fulfill({ json: {} }))
  await page.goto(url)
  await page.getByRole("link", { name: /Foto/ }).click()
  await page.getByRole("button", { name: "Compartilhar", exact: true }).first().click()
  const dialog = page.getByRole("dialog", { name: "Compartilhar conversa" })
  const uploaded = page.waitForResponse("**/api/cache/upload")
  await dialog.getByRole("button", { name: "Criar link" }).click()
  const { data } = (await (await uploaded).json()) as { readonly data: string }
  await expect(dialog.getByRole("alert")).toBeVisible()
  const { pathname } = new URL(data, url)
  await expect.poll(async () => (await page.request.get(url + pathname)).status()).toBe(404)
})

test("a picture that the server does not take, or whose reply is no JSON, is named as what kept the link from being made", async ({
  page,
  prosa: { url },
}) => {
  // A page of another kind under the name of a picture.
  await storePhoto(page, url, "<svg xmlns='http://www.w3.org/2000/svg'/>")
  await page.goto(url)
  await page.getByRole("link", { name: /Foto/ }).click()
  await page.getByRole("button", { name: "Compartilhar", exact: true }).first().click()
  const dialog = page.getByRole("dialog", { name: "Compartilhar conversa" })
  await dialog.getByRole("button", { name: "Criar link" }).click()
  await expect(dialog.getByRole("alert")).toHaveText(/^upload Error: .*PNG/)
  // What an edge says of itself.
  await page.route("**/api/cache/upload", (route) =>
    route.fulfill({ status: 502, contentType: "text/html", body: "<h1>502</h1>" }),
  )
  await dialog.getByRole("button", { name: "Criar link" }).click()
  await expect(dialog.getByRole("alert")).toHaveText("Upload Error: Erro ao processar resposta do servidor")
})

test("where another service keeps links its name is said before, no picture goes there, and the last line says where it comes from", async ({
  page,
  startProsa,
}) => {
  const bodies: string[] = []
  const service = createServer((request, reply) => {
    let body = ""
    request.setEncoding("utf8").on("data", (part: string) => (body += part))
    request.on("end", () => {
      bodies.push(body)
      reply.setHeader("content-type", "application/json").end(JSON.stringify({ id: "AbC123" }))
    })
  })
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve))
  const host = `127.0.0.1:${(service.address() as AddressInfo).port}`
  const { url } = await startProsa({ env: { SHARE_API_URL: `http://${host}/api/conversations` } })
  const { session, messages } = storedChat("Foto", ["Veja", "Vejo **isto**."])
  const content = [
    { type: "text" as const, text: "Veja" },
    { type: "image_url" as const, image_url: { url: "nk-image:foto-0/4x4" } },
  ]
  await storeChats(page, url, [
    { session, messages: messages.map((one) => (one.role === "user" ? { ...one, content } : one)) },
  ])
  await page.goto(url)
  await page.getByRole("link", { name: /Foto/ }).click()
  await page.getByRole("button", { name: "Compartilhar", exact: true }).first().click()
  const dialog = page.getByRole("dialog", { name: "Compartilhar conversa" })
  await expect(dialog).toContainText(`A conversa vai para ${host}, que não é deste site.`)
  await expect(dialog.getByRole("group", { name: "O link vale por" })).toHaveCount(0)
  await dialog.getByRole("button", { name: "Criar link" }).click()
  await expect(page.getByRole("dialog", { name: "Link criado" }).getByLabel("Link criado")).toHaveValue(/AbC123/)
  const { items } = JSON.parse(bodies.join("")) as { items: readonly object[] }
  expect(items).toEqual([
    { from: "human", value: "Veja\n\n[uma imagem que não foi compartilhada]" },
    { from: "gpt", value: "Vejo **isto**." },
    { from: "human", value: `Compartilhado do Prosa: ${url}` },
  ])
  service.close()
})

test("a conversation that is too long for a link, and a page that was taken down, are told as such", async ({
  page,
  prosa: { url, admin },
  pageErrors,
}) => {
  await storeChats(page, url, [
    storedChat("Longa", ["Conte", "palavra ".repeat(40_000)]),
    storedChat("Curta", ["Faça uma página", "```html\n<!doctype html><title>Curta</title>Oi\n```"]),
  ])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(url)
  await page.getByRole("link", { name: /Longa/ }).click()
  await page.getByRole("button", { name: "Compartilhar", exact: true }).first().click()
  const dialog = page.getByRole("dialog", { name: "Compartilhar conversa" })
  await dialog.getByRole("button", { name: "Criar link" }).click()
  await expect(dialog.getByRole("alert")).toHaveText(
    "Esta conversa é longa demais para um link. Exporte-a como arquivo.",
  )
  await page.keyboard.press("Escape")
  // That it was refused.
  pageErrors.forget()

  await page.getByRole("link", { name: /Curta/ }).click()
  await page.getByRole("button", { name: "Abrir a página" }).first().click()
  const sent = page.waitForResponse("**/api/artifacts")
  await page.getByRole("region", { name: "Curta" }).getByRole("button", { name: "Compartilhar página" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Criar link" }).click()
  const { id } = (await (await sent).json()) as { id: string }
  await page.goto(`${url}/artifacts/${id}`)
  await expect(
    page.getByText(
      "Página feita por um modelo e compartilhada por outra pessoa. Não digite senhas nem dados de cartão.",
    ),
  ).toBeVisible()
  await admin("share", "takedown", id)
  await page.reload()
  await expect(page.getByText("Este link saiu do ar.")).toBeVisible()
  await expect(page.locator("iframe")).toHaveCount(0)
})

test("a link to nothing says so", async ({ page }) => {
  await page.goto("/artifacts/AbCdEfGhIjKlMnOpQrStUv")
  await expect(page.getByText("Este link não existe ou já foi apagado.")).toBeVisible()
  await page.goto("/chat?shared=AbCdEfGhIjKlMnOpQrStUv")
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("Este link não existe")
})

/** What the script of a page in the frame can reach, by the names of the errors it meets. */
async function reaches(page: Page) {
  const frame = page.frames().find((one) => one.url().endsWith("/frames/artifact.html"))
  if (!frame) throw new Error("no frame")
  return frame.evaluate(async () => {
    const name = (error: unknown) => (error instanceof Error || error instanceof DOMException ? error.name : "")
    const meets = (op: () => unknown) => {
      try {
        op()
        return "nothing"
      } catch (error) {
        return name(error)
      }
    }
    return {
      parent: meets(() => parent.document),
      storage: meets(() => localStorage.length),
      fetched: await fetch("/api/config", { method: "POST" }).then(() => "answered", name),
      origin: origin,
    }
  })
}
