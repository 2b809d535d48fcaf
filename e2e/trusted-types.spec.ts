import { screenPaths } from "#core/screens/screens.ts"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { dropFiles } from "./support/give-files.ts"
import { pdfOf } from "./support/pdf.ts"
import { storedChat, storeChats } from "./support/stored-chats.ts"
import { expect, test } from "./support/test.ts"

const rich = [
  "Fórmula: $E = mc^2$\n\n$$\\int_0^1 x\\,dx$$",
  "```ts\nconst valor: number = calcular(12)\n```",
  "```mermaid\ngraph TD\nA[Começo] --> B[Fim]\n```",
  "| a | b |\n| --- | --- |\n| 1 | 2 |\n\n[um link](https://exemplo.com.br)",
].join("\n\n")

/** The page's own policy for addresses of workers is the only one, and it lets our own built files through. */
test("nothing on the page breaks the policy, and nobody can make a rule of their own", async ({
  page,
  prosa,
  pageErrors,
}) => {
  await page.addInitScript(() => {
    const breaches: string[] = []
    Object.assign(window, { breaches })
    addEventListener("securitypolicyviolation", ({ violatedDirective, sample, blockedURI }) =>
      breaches.push(`${violatedDirective} ${blockedURI} ${sample}`),
    )
  })
  const breaches = () => page.evaluate(() => (window as unknown as { breaches: readonly string[] }).breaches)
  await storeChats(page, prosa.url, [storedChat("Rica", ["Mostre tudo", rich])], "Rica")
  const header = (await page.goto("/"))?.headers()["content-security-policy"] ?? ""
  expect(header).toContain("require-trusted-types-for 'script'; trusted-types prosa-workers")
  const main = page.getByRole("main")
  await expect(main.locator("math, .katex").first()).toBeVisible()
  await expect(main.locator("pre .hljs-keyword, pre span").first()).toBeVisible()
  await expect(main.locator("iframe, img[alt]").first()).toBeVisible()
  await dropFiles(page, [
    { name: "contrato.pdf", type: "application/pdf", bytes: pdfOf({ pages: ["O aluguel vence no dia 5."] }) },
    {
      name: "IMG_0001.HEIC",
      type: "image/heic",
      bytes: readFileSync(join(import.meta.dirname, "support/files/photo.heic")),
    },
  ])
  await expect(main.getByRole("button", { name: /^contrato\.pdf/ }).first()).toBeVisible()
  await expect(main.getByRole("button", { name: "Ver IMG_0001.HEIC" }).locator("img")).toBeVisible()
  expect(await breaches()).toEqual([])
  const { settings, logs, statement, auth, masks, search } = screenPaths
  for (const path of [settings, logs, statement, auth, masks, search]) {
    await page.goto(path)
    await expect(page.getByRole("heading").first()).toBeVisible()
    if (path === search) {
      await page.getByRole("searchbox").fill("Mostre")
      await expect(main).toContainText("Mostre tudo")
    }
    expect(await breaches()).toEqual([])
  }
  expect(pageErrors.troubles).toEqual([])

  const refused = await page.evaluate(() => {
    const { trustedTypes } = window as unknown as {
      trustedTypes: { createPolicy: (name: string, rules: object) => unknown }
    }
    const refuses = (act: () => unknown) => {
      try {
        act()
        return false
      } catch {
        return true
      }
    }
    return [
      ...["default", "evil", "dompurify"].map((name) =>
        refuses(() => trustedTypes.createPolicy(name, { createHTML: (text: string) => text })),
      ),
      // The name is taken by the page itself.
      refuses(() => trustedTypes.createPolicy("prosa-workers", { createScriptURL: (url: string) => url })),
      refuses(() => (document.createElement("div").innerHTML = "<b>x</b>")),
      refuses(() => new Worker("/assets/x.js")),
    ]
  })
  expect(refused).toEqual([true, true, true, true, true, true])
  // The console tells of what was tried just now.
  pageErrors.forget()
})
