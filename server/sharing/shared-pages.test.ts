import { expect, test } from "vitest"
import { languageTag, localeCodes } from "#core/i18n/locale.ts"
import { pageFrameOf } from "./page-frame.ts"
import { sharePage } from "./share-page.ts"
import { makeSharedConversation, type ShareBody, summaryOf } from "./shared-conversation.ts"

const config = { productName: "&".repeat(40), publicUrl: `https://${"prosa.".repeat(20)}example` }

const body = (items: ShareBody["items"], more: Partial<ShareBody> = {}): ShareBody => ({
  title: "",
  models: [],
  days: 30,
  items,
  ...more,
})

/** The pages of a conversation as their readers get them, in every language. */
async function pagesOf(shared: ShareBody): Promise<readonly string[]> {
  const { title, models, items, pages } = await makeSharedConversation(shared)
  const head = { title, models, summary: summaryOf(items), pages: pages.length }
  return localeCodes.flatMap((locale) => {
    const frame = pageFrameOf({ incoming: { headers: { "accept-language": languageTag(locale) } } }, config)
    return pages.map((parts, at) => {
      const page = { id: "AbCdEfGhIjKlMnOpQrStUv", head, parts, number: at + 1, createdAt: 0, expiresAt: 0 }
      return sharePage(page, frame).body as string
    })
  })
}

const short = (lines: number, value: string): ShareBody["items"] =>
  Array.from({ length: lines }, (_, at) => ({ from: at % 2 === 0 ? "human" : "gpt", value }))

const cases: Readonly<Record<string, ShareBody>> = {
  "many short messages": body(short(600, "x".repeat(45))),
  "as many messages as there may be": body(short(2_000, "sim")),
  "a list in Japanese": body([{ from: "gpt", value: "- 東京都の天気は晴れです\n".repeat(1_080) }]),
  "a text in Japanese": body([{ from: "gpt", value: "東京都の天気は晴れです。".repeat(6_000) }]),
  "a question of signs": body(short(4, '"'.repeat(7_990))),
  "long code of signs": body([{ from: "gpt", value: `\`\`\`\n${'"'.repeat(200_000)}\n\`\`\`` }]),
  "code of pairs": body([{ from: "gpt", value: `\`\`\`\n${"👩‍🚀".repeat(20_000)}\n\`\`\`` }]),
  "a long title, of many models": body(
    Array.from({ length: 40 }, () => ({ from: "gpt", value: `${"palavras e mais palavras ".repeat(150)}\n\n` })),
    { title: '"'.repeat(200), models: Array(20).fill('"'.repeat(80)) as string[] },
  ),
}

test.each(Object.entries(cases))("%s: every page is below 50 kB in every language", async (_, shared) => {
  const pages = await pagesOf(shared)
  expect(Math.max(...pages.map((page) => Buffer.byteLength(page)))).toBeLessThan(50_000)
  // Nor is a page cut for nothing.
  expect(pages.length / localeCodes.length).toBeLessThan(60)
  const articles = pages
    .slice(0, pages.length / localeCodes.length)
    .flatMap((page) => /<main>.*<\/main>/s.exec(page) ?? [])
  for (const word of new Set(shared.items.flatMap(({ value }) => value.match(/[\p{L}👩]+/gu) ?? [])))
    expect(articles.join("").replaceAll(/<[^>]*>|\s/g, "")).toContain(word)
})
