import { expect, test } from "vitest"
import { countProcessorTime } from "../../testing/processor-time.ts"
import { makeSharedConversation } from "./shared-conversation.ts"

const paragraphs = (piece: string, length: number) =>
  Array.from({ length: Math.floor(240_000 / length) }, () => piece.repeat(Math.floor(length / piece.length))).join(
    "\n\n",
  )

// Before there was a bound some of these took more than ten seconds, in which nobody was answered.
test.each(["\\(", "\\[", "a@b.c ", "https://a.b/(", "http://", "![", "**a", "$a^2$ "])(
  "a conversation of nothing but %s takes a bounded time, and none of it is lost",
  async (piece) => {
    for (const length of [3_990, 19_900]) {
      const value = paragraphs(piece, length)
      const spentMs = countProcessorTime()
      const items = [{ from: "gpt", value }] as const
      const { pages } = await makeSharedConversation({ title: "", models: [], days: 30, items: [...items] })
      // It is bounded by 400 ms; the margin is for code that runs for the first time.
      expect(spentMs()).toBeLessThan(2_000)
      expect(
        pages
          .flat()
          .map(({ html }) => html)
          .join("").length,
      ).toBeGreaterThan(value.length / 2)
    }
  },
)
