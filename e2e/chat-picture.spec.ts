import { readFile } from "node:fs/promises"
import type { Page } from "@playwright/test"
import { storedChat, storeChats } from "./support/stored-chats.ts"
import { expect, test } from "./support/test.ts"

// As fine as the pictures are drawn: what the page shows can be laid over them.
test.use({ deviceScaleFactor: 2, viewport: { width: 1_000, height: 1_600 } })

const width = 720
const scale = 2

const rich = [
  "# Título",
  "",
  "Veja **isto**: $\\frac{x^2}{\\sqrt{y}}$ e um emoji 🎉",
  "",
  "| Item | Valor |",
  "| --- | --- |",
  "| Aluguel | R$ 1.850,00 |",
  "",
  "```js",
  "const a = 1 // um",
  "```",
].join("\n")

type Theme = "claro" | "escuro"

for (const theme of ["claro", "escuro"] as const) {
  test(`each part of an exported picture is drawn as the page draws it, ${theme}`, async ({ page, prosa: { url } }) => {
    await openPicture(page, url, ["Como se faz?", rich, "E depois?", "Última linha aqui."])
    await choose(page, theme)
    const heightPx = await saidHeight(page)
    const made = await downloaded(page)
    expect([made.readUInt32BE(16), made.readUInt32BE(20)]).toEqual([width * scale, heightPx * scale])

    const paper = await layOut(page, theme)
    const parts = await paper.places({
      title: "header b",
      question: ":scope > :nth-child(2)",
      formula: ".katex-html",
      emoji: "p:has(.katex)",
      table: "table",
      code: "pre",
      last: ":scope > :last-child",
    })
    const found = await compare(page, made, await paper.picture(), parts)
    expect(found.background).toBeGreaterThan(theme === "claro" ? 220 : -1)
    expect(found.background).toBeLessThan(theme === "claro" ? 256 : 60)
    expect(found.edge, "lines at the end and at the side that are no background").toBe(0)
    for (const [name, { difference, ink }] of Object.entries(found.places)) {
      expect(ink, `letters in the ${name}`).toBeGreaterThan(0.01)
      expect(difference, `the ${name} beside the page's own`).toBeLessThan(4)
    }
  })
}

test("the last line of a long conversation stands at the end of its one picture", async ({ page, prosa: { url } }) => {
  const texts = Array.from({ length: 80 }, (_one, at) =>
    at % 2 === 0 ? `Pergunta ${at}: o que fazer no domingo?` : `Resposta ${at}: **passear**.\n\n- Um\n- Dois\n- Três`,
  )
  await openPicture(page, url, [...texts, "E por fim?", "Última linha aqui."])
  await choose(page, "escuro")
  const heightPx = await saidHeight(page)
  await page.getByRole("button", { name: "Uma só imagem" }).click()
  const made = await downloaded(page)
  expect([made.readUInt32BE(16), made.readUInt32BE(20)]).toEqual([width * scale, heightPx * scale])

  // The end of the conversation, laid out by itself, ends as the picture does.
  const paper = await layOut(page, "escuro", 2)
  const parts = await paper.places({ question: ":scope > :nth-last-child(2)", last: ":scope > :last-child" })
  const found = await compare(page, made, await paper.picture(), parts)
  expect(found.edge, "lines at the end and at the side that are no background").toBe(0)
  for (const [name, { difference, ink }] of Object.entries(found.places)) {
    expect(ink, `letters in the ${name}`).toBeGreaterThan(0.01)
    expect(difference, `the ${name} beside the page's own`).toBeLessThan(4)
  }
})

async function openPicture(page: Page, url: string, texts: readonly string[]): Promise<void> {
  await storeChats(page, url, [storedChat("Receita", texts)])
  await page.goto(url)
  await page.getByRole("link", { name: /Receita/ }).click()
  await page.getByRole("button", { name: "Ações desta conversa" }).click()
  await page.getByRole("menuitem", { name: "Exportar" }).click()
  await page.getByRole("button", { name: "Ver prévia" }).click()
  await page.getByRole("tab", { name: "Imagem" }).click()
}

async function choose(page: Page, theme: Theme): Promise<void> {
  await page.getByRole("button", { name: `Fundo ${theme}` }).click()
  await expect(page.getByRole("button", { name: `Fundo ${theme}` })).toHaveAttribute("aria-pressed", "true")
}

/** The height that the window says, in CSS pixels, once the picture is there. */
async function saidHeight(page: Page): Promise<number> {
  const size = page.getByRole("dialog").getByText(/image(?:m|ns) · 720 × [\d.]+ px/)
  await expect(size).toBeVisible()
  return Number(/× ([\d.]+) px/.exec(await size.innerText())?.[1]?.replaceAll(".", ""))
}

async function downloaded(page: Page): Promise<Buffer> {
  const saving = page.waitForEvent("download")
  await page.getByRole("button", { name: "Baixar" }).click()
  return readFile(await (await saving).path())
}

interface Place {
  readonly x: number
  /** From the lower end of the paper. */
  readonly fromEnd: number
  readonly width: number
  readonly height: number
}

/** Shows what the picture is drawn from above everything else: all of it, or its last blocks. */
async function layOut(page: Page, theme: Theme, last = Infinity) {
  await page.evaluate(
    ([name, count]) => {
      document.documentElement.dataset["theme"] = name
      const card = document.querySelector("dialog [aria-hidden][inert] > div")
      if (card === null) throw new Error("no card")
      const copy = card.cloneNode(true) as HTMLElement
      while (copy.children.length > count) copy.firstElementChild?.remove()
      const paper = document.createElement("div")
      paper.id = "paper"
      paper.popover = "manual"
      paper.style.cssText = "inset: 0 auto auto 0; margin: 0; border: 0; padding: 0; max-height: none"
      paper.append(copy)
      document.body.append(paper)
      paper.showPopover()
    },
    [theme === "claro" ? "light" : "dark", last] as const,
  )
  const paper = page.locator("#paper > div")
  return {
    picture: () => paper.screenshot({ animations: "disabled" }),
    places: (selectors: Record<string, string>) =>
      paper.evaluate((card, wanted) => {
        const { left, bottom } = card.getBoundingClientRect()
        const places = Object.entries(wanted).map(([name, selector]): [string, Place] => {
          const part = card.querySelector(selector)
          if (part === null) throw new Error(`no ${name}`)
          const box = part.getBoundingClientRect()
          return [name, { x: box.left - left, fromEnd: bottom - box.top, width: box.width, height: box.height }]
        })
        return Object.fromEntries(places)
      }, selectors),
  }
}

/**
 * How far each part of a picture is from the page's own drawing of it (the mean difference of a colour, of 255), how much of
 * it is not background, and how far from the background its lower and its right edge are. The two are laid over each other by
 * their lower ends.
 */
async function compare(page: Page, made: Buffer, drawn: Buffer, places: Record<string, Place>) {
  return page.evaluate(
    async ({ pictures, parts, times }) => {
      const read = async (base64: string) => {
        const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
        const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }))
        const high = Math.min(bitmap.height, 3_000)
        const shown = (width: number, height: number, x: number) => {
          const context = new OffscreenCanvas(width, height).getContext("2d")
          if (context === null) throw new Error("no canvas")
          context.drawImage(bitmap, x, height - bitmap.height)
          return (left: number, top: number, w: number, h: number) => context.getImageData(left, top, w, h).data
        }
        const pixels = shown(bitmap.width, high, 0)
        const end = pixels(0, high - 1, bitmap.width, 1)
        const side = shown(1, bitmap.height, 1 - bitmap.width)(0, 0, 1, bitmap.height)
        return { high, pixels, edges: [end, side] }
      }
      const [one, other] = await Promise.all(pictures.map(read))
      if (one === undefined || other === undefined) throw new Error("no picture")
      const background = [...one.pixels(2, one.high - 4, 1, 1)].slice(0, 3)
      const results = Object.entries(parts).map(([name, { x, fromEnd, width, height }]) => {
        const [left, up, w, h] = [x, fromEnd, width, height].map((px) => Math.round(px * times)) as [
          number,
          number,
          number,
          number,
        ]
        const [a, b] = [one.pixels(left, one.high - up, w, h), other.pixels(left, other.high - up, w, h)]
        let [apart, inked] = [0, 0]
        for (let at = 0; at < a.length; at += 4) {
          const far = (colour: number) => Math.abs((a[at + colour] ?? 0) - (b[at + colour] ?? 0))
          const shade = (colour: number) => Math.abs((a[at + colour] ?? 0) - (background[colour] ?? 0))
          apart += (far(0) + far(1) + far(2)) / 3
          if (shade(0) + shade(1) + shade(2) > 90) inked += 1
        }
        const count = a.length / 4
        return [name, { difference: apart / count, ink: inked / count }] as const
      })
      const edge = Math.max(
        ...one.edges.map((edge) =>
          edge.reduce(
            (most, colour, at) => Math.max(most, at % 4 === 3 ? 0 : Math.abs(colour - (background[at % 4] ?? 0))),
            0,
          ),
        ),
      )
      return { edge, background: Math.max(...background), places: Object.fromEntries(results) }
    },
    { pictures: [made.toString("base64"), drawn.toString("base64")], parts: places, times: scale },
  )
}
