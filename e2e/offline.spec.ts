import { existsSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import type { Browser, Page } from "@playwright/test"
import { expectAccessible } from "./support/axe.ts"
import { chatOn, enterCode, openAndAsk } from "./support/chat.ts"
import { type CuttableProxy, startCuttableProxy } from "./support/cuttable-proxy.ts"
import { storedChat, storeChats } from "./support/stored-chats.ts"
import { newCode } from "./support/prosa.ts"
import { expect, test as base } from "./support/test.ts"
import { startTwoBuilds, type TwoBuilds } from "./support/two-builds.ts"

interface OfflineFixtures {
  /** The server, on which another build can appear. */
  readonly builds: TwoBuilds
  /** A line to the server that can be cut. */
  readonly line: CuttableProxy
}

const test = base.extend<OfflineFixtures>({
  builds: async ({ prosa }, use) => {
    const builds = await startTwoBuilds(prosa.url)
    await use(builds)
    await builds.close()
  },
  line: async ({ prosa }, use) => {
    const line = await startCuttableProxy(prosa.url)
    await use(line)
    await line.close()
  },
})

test.use({ serviceWorkers: "allow" })

/** A build has two hundred files, and a machine under load takes its time. */
const slowly = { timeout: 40_000 }

/** Has the page's worker answer for it: it is kept after somebody came back, and answers from the next visit on. */
async function untilKept(page: Page): Promise<void> {
  // What an earlier app left is looked for once, in an idle moment: then it was a visit.
  await page.waitForFunction(() => localStorage.getItem("nk-records-adopted") !== null)
  await page.reload()
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active === null || active.state === "activated") return
    await new Promise((resolve) => active.addEventListener("statechange", resolve))
  })
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** Opens the page as its worker keeps it. Returns how often it has been loaded since. */
async function openKept(page: Page, { url }: TwoBuilds): Promise<() => number> {
  await page.goto(url)
  await untilKept(page)
  await chatOn(page).untilShown()
  let loads = 0
  page.on("load", () => (loads += 1))
  return () => loads
}

/** Everything in Cache Storage: addresses and texts. */
function stored(page: Page): Promise<{ readonly paths: readonly string[]; readonly text: string }> {
  return page.evaluate(async () => {
    const paths: string[] = []
    let text = ""
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        paths.push(new URL(request.url).pathname + new URL(request.url).search)
        text += request.url + (await (await cache.match(request))?.text())
      }
    }
    return { paths, text }
  })
}

const dist = join(import.meta.dirname, "../dist")

/** The files that a browser fetches to have the page without a connection, in Portuguese. */
function listedFiles(): readonly string[] {
  const listed = readFileSync(join(dist, "service-worker.js"), "utf8").match(/\/assets\/[\w.-]+/g) ?? []
  return [...new Set(listed.filter((path) => !/assets\/(?!pt-)[a-z]{2}-/.test(path)))].map((path) => dist + path)
}

function compressedBytes(files: readonly string[]): number {
  const sizeOf = (file: string) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
  return files.reduce((sum, file) => sum + sizeOf(file), 0)
}

/** What files import before they run. */
function importsOf(files: readonly string[]): readonly string[] {
  const texts = files.filter((file) => file.endsWith(".js")).map((file) => readFileSync(file, "utf8"))
  return texts.flatMap((text) => [...text.matchAll(/\b(?:from|import)"\.\/([\w.-]+)"/g)].map(([, name = ""]) => name))
}

test("the first visit is not kept, stays as it is, and asks for nothing more", async ({ page, prosa }) => {
  const asked: string[] = []
  page.on("request", (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(prosa.url)
  await chatOn(page).untilShown()
  expect(asked.filter((path) => /service-worker|offline/.test(path))).toEqual([])
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
})

/** How many bytes a server sends to a browser that has never been there, until the page has nothing left to do. */
async function bytesOfFirstVisit(browser: Browser, url: string): Promise<number> {
  const line = await startCuttableProxy(url)
  const context = await browser.newContext({ serviceWorkers: "allow", locale: "pt-BR" })
  const page = await context.newPage()
  await page.goto(line.url)
  await chatOn(page).untilShown()
  await page.waitForFunction(() => localStorage.getItem("nk-records-adopted") !== null)
  await page.waitForLoadState("networkidle")
  await context.close()
  await line.close()
  return line.sentBytes()
}

test("the first visit takes as many bytes as where no worker keeps the page", async ({
  browser,
  prosa,
  startProsa,
}) => {
  const without = await bytesOfFirstVisit(browser, (await startProsa({ env: { PWA: "0" } })).url)
  const bytes = await bytesOfFirstVisit(browser, prosa.url)
  expect(without).toBeGreaterThan(50_000)
  expect(Math.abs(bytes - without) / without).toBeLessThan(0.01)
})

test("the worker that comes with the first answer reloads nothing, then or half a minute later, nor at the next visit", async ({
  page,
  prosa,
}) => {
  await page.clock.install()
  let loads = 0
  page.on("load", () => (loads += 1))
  await page.goto(prosa.url)
  const chat = chatOn(page)
  await chat.ask("oi")
  await chat.untilAnswered()
  const halfAMinute = async () => {
    // It has come, and has stored what it keeps.
    await page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready
      if (active === null || active.state === "activated") return
      await new Promise((resolve) => active.addEventListener("statechange", resolve))
    })
    await page.clock.fastForward(31_000)
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1)))
  }
  await halfAMinute()
  expect(loads).toBe(1)
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  await page.reload()
  await chat.untilShown()
  await halfAMinute()
  expect(loads).toBe(2)
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
})

test.describe("where the console tells of what could not be fetched", () => {
  test.use({ allowErrors: true })

  test("without a connection the page opens, reads, searches and writes; no answer of the server and no code is kept", async ({
    page,
    context,
    prosa,
    line,
  }) => {
    const code = await newCode(prosa, "5")
    const words = Array.from({ length: 500 }, (_, i) =>
      i % 2 === 0 ? `Pergunta ${i}` : `Resposta **${i}** de jabuticaba`,
    )
    await storeChats(page, line.url, [storedChat("Pomar", words), storedChat("Viagem", ["pitanga", "Sim."])])
    await enterCode(page, code)
    await untilKept(page)
    const failed: string[] = []
    page.on("requestfailed", (request) => {
      // What a page still asked for when it was left is no loss.
      if (request.failure()?.errorText !== "net::ERR_ABORTED") failed.push(new URL(request.url()).pathname)
    })
    line.cut()
    await context.setOffline(true)
    await page.goto(line.url)
    const chat = chatOn(page)
    await chat.conversations.getByText("Pomar").click()
    await expect(chat.messages.last()).toContainText("Resposta 499 de jabuticaba")
    await expect(page.getByText("Sem internet. Você pode ler, buscar e escrever.")).toBeVisible()
    await chat.field.fill("escrito sem sinal")
    await page.goto(`${line.url}/search-chat`)
    await page.getByRole("searchbox").fill("pitanga")
    await expect(page.getByRole("main").getByText("Viagem")).toBeVisible()
    await page.goto(`${line.url}/settings`)
    await expect(page.getByRole("heading", { name: "Configurações" }).first()).toBeVisible()

    // Fonts and lists, such as the ready-made prompts, are kept once they were used; no code may be missing.
    expect(failed.filter((path) => /\.(js|css)$/.test(path))).toEqual([])
    const { paths, text } = await stored(page)
    expect(paths.length).toBeGreaterThan(50)
    const listed = listedFiles()
    expect(compressedBytes(listed)).toBeLessThanOrEqual(400_000)
    const missing = importsOf(listed).filter((name) => !listed.includes(`${dist}/assets/${name}`))
    expect(missing).toEqual([])
    expect(listed.some((path) => path.includes("/load-chapter-"))).toBe(true)
    expect(paths.filter((path) => /^\/(api|v1|frames|artifacts|healthz)|\?/.test(path))).toEqual([])
    expect(text).not.toContain(code)
    expect(text).not.toContain("jabuticaba")
  })
})

test("a new build waits under an open tab, which keeps working, and comes at a press; the draft stays", async ({
  page,
  builds,
}) => {
  await page.goto(builds.url)
  const chat = chatOn(page)
  await chat.untilShown()
  // What comes with the first word is here before the old build is gone.
  await chat.field.fill("meu rascunho")
  await untilKept(page)
  await expect(chat.field).toHaveValue("meu rascunho")
  builds.release()
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  const update = page.getByRole("button", { name: "Atualizar", exact: true })
  await expect(update).toBeVisible(slowly)
  await expect(page.getByText("Nova versão pronta")).toBeVisible()
  await expectAccessible(page, "a new build is offered")
  const entry = page.locator("script[src*='app-']")
  await expect(entry).not.toHaveAttribute("src", /two-/)
  await update.click()
  await expect(entry).toHaveAttribute("src", /two-/, slowly)
  await expect(chat.field).toHaveValue("meu rascunho")
  await expect
    .poll(() => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("prosa-")).length))
    .toBe(1)
})

test.describe("files that are gone", () => {
  test.use({ allowErrors: true })

  test("an old tab opens what it has never opened; what is gone everywhere brings the new build, once", async ({
    page,
    builds,
  }) => {
    const loads = await openKept(page, builds)
    builds.release()
    await page.getByRole("link", { name: "Configurações" }).first().click()
    await expect(page.getByRole("searchbox")).toBeVisible()
    expect(loads()).toBe(0)
    // The statement is no part of what is kept, and the server has it no more.
    await page.evaluate(() => history.pushState(null, "", "/statement"))
    await expect(page.locator("script[src*='app-']")).toHaveAttribute("src", /two-/, slowly)
    await expect.poll(loads).toBe(1)
  })

  test("a request that breaks costs neither the page nor what is kept of it", async ({ page, builds }) => {
    const loads = await openKept(page, builds)
    builds.cut("statement-screen")
    await page.evaluate(() => history.pushState(null, "", "/statement"))
    await expect(page.getByText("Isto ainda não foi carregado")).toBeVisible()
    // Whatever the worker would do about it, it would have done by then.
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await page.evaluate(async () => (await fetch("/healthz", { cache: "no-store" })).ok)
    builds.cut("")
    await page.getByRole("main").getByRole("button", { name: "Tentar de novo" }).click()
    await expect(page.getByText("Isto ainda não foi carregado")).toHaveCount(0)
    expect(await page.evaluate(async () => (await caches.keys()).some((name) => name.startsWith("prosa-")))).toBe(true)
    expect(loads()).toBe(0)
  })

  test("a temporary conversation does not go for a file that is gone: its reader is asked", async ({
    page,
    builds,
  }) => {
    const chat = chatOn(page)
    await page.goto(builds.url)
    await page.getByRole("button", { name: "Mais opções da lista" }).click()
    await page.getByRole("menuitem", { name: "Conversa temporária" }).click()
    await chat.ask("oi")
    await chat.untilAnswered()
    builds.lose("statement-screen")
    builds.release()
    await page.evaluate(() => history.pushState(null, "", "/statement"))
    const reload = page.getByRole("button", { name: "Recarregar", exact: true })
    await expect(reload).toBeVisible()
    await page.evaluate(() => history.pushState(null, "", "/"))
    await expect(chat.questions).toHaveText("oi")
    await reload.click()
    await expect(page.locator("script[src*='app-']")).toHaveAttribute("src", /two-/, slowly)
  })

  test("an old tab asks for the first time when its build is gone; what its answer lacks does not tear that", async ({
    page,
    builds,
  }) => {
    const loads = await openKept(page, builds)
    // What asking needs is fetched when there is time.
    await expect.poll(async () => (await stored(page)).paths.some((path) => path.includes("/with-answers-"))).toBe(true)
    builds.release()
    const chat = chatOn(page)
    await chat.ask("uma fórmula, bem devagar")
    await expect(page.getByRole("button", { name: "Recarregar", exact: true })).toBeVisible(slowly)
    await chat.stop.click()
    await expect(chat.answers).toHaveCount(1)
    expect(loads()).toBe(0)
  })

  test("a file that no server has is looked for once, and not in a circle", async ({ page, builds }) => {
    const loads = await openKept(page, builds)
    builds.lose("statement-screen")
    await page.evaluate(() => history.pushState(null, "", "/statement"))
    await expect(page.getByText("Isto ainda não foi carregado")).toBeVisible()
    await expect.poll(loads).toBe(1)
  })
})

test("a server without a worker has browsers let go of the one they have", async ({ page, startProsa, line }) => {
  await page.goto(line.url)
  await untilKept(page)
  const without = await startProsa({ env: { PWA: "0" } })
  line.cut()
  line.mend(without.url)
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(0)
  await page.reload()
  await chatOn(page).untilShown()
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
})

test("deleting everything takes what is kept of the page, too", async ({ page, prosa }) => {
  await page.goto(prosa.url)
  await untilKept(page)
  await page.evaluate(() => caches.open("prosa:mark"))
  await page.goto(`${prosa.url}/settings`)
  await page.getByRole("main").getByRole("button", { name: "Apagar tudo" }).click()
  const dialog = page.getByRole("dialog", { name: "Apagar tudo deste navegador" })
  const saving = page.waitForEvent("download")
  await dialog.getByRole("button", { name: "Salvar a cópia" }).click()
  await saving
  await expect(dialog).toContainText("Cópia entregue ao navegador")
  await dialog.getByLabel("Para apagar, escreva APAGAR").fill("APAGAR")
  await dialog.getByRole("button", { name: "Apagar tudo" }).click()
  await chatOn(page).untilShown()
  expect(await page.evaluate(() => caches.has("prosa:mark"))).toBe(false)
})

test("what another app shares fills the field, and is not sent", async ({ page, prosa }) => {
  await page.goto(`${prosa.url}/chat?title=Receita&text=Bolo+de+milho&url=https%3A%2F%2Fexemplo.com.br%2Fbolo`)
  await expect(chatOn(page).field).toHaveValue("Receita\nBolo de milho\nhttps://exemplo.com.br/bolo")
  await expect(page).toHaveURL(/\/chat$/)
  await expect(chatOn(page).questions).toHaveCount(0)
})

test("what another app shares comes also where a conversation is open, and its code later than that one's address", async ({
  page,
}) => {
  const chat = await openAndAsk(page, "Oi")
  await expect(page).toHaveURL(/[?&]c=/)
  await page.route(/\/fill-link[^/]*\.js/, async (route) => {
    await page.waitForURL(/[?&]c=/)
    await route.continue()
  })
  await page.goto("/chat?title=Um&text=dois")
  await expect(chat.field).toHaveValue("Um\ndois")
  await expect(page).toHaveURL(/\/chat$/)
  await expect(chat.questions).toHaveCount(0)
})

test.describe("where the console tells of what could not be fetched while something is shared", () => {
  test.use({ allowErrors: true })

  test("what another app shares comes without a connection, too", async ({ page, line }) => {
    await page.goto(line.url)
    await untilKept(page)
    line.cut()
    const shared = new URLSearchParams({
      title: "Nota",
      text: "Feijão & arroz\nlinha 2",
      url: "https://a.com/?a=1&b=2",
    })
    await page.goto(`${line.url}/chat?${shared.toString()}`)
    const chat = chatOn(page)
    await expect(chat.field).toHaveValue("Nota\nFeijão & arroz\nlinha 2\nhttps://a.com/?a=1&b=2")
    await expect(page).toHaveURL(/\/chat$/)
    await expect(chat.questions).toHaveCount(0)
  })
})
