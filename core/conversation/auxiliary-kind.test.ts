import { describe, expect, it } from "vitest"
import { summaryOf, titleOf } from "../../testing/auxiliary-calls.ts"
import type { ChatMessage } from "../gateway/chat-request.ts"
import { contentText } from "../gateway/content.ts"
import { localeCodes } from "../i18n/locale.ts"
import { auxiliaryKindOf } from "./auxiliary-kind.ts"

const user = (content: string): ChatMessage => ({ role: "user", content })
const summary = summaryOf()
const request = summary.at(-1)!
const words = contentText(request.content)

describe("a call beside a conversation", () => {
  it.each(localeCodes)("is known as a title's by the page's own words in %s", (locale) =>
    expect(auxiliaryKindOf(titleOf("Quanto custa?", locale))).toBe("title"),
  )

  it("is known as a summary's, with the summary before it or without", () => {
    expect(auxiliaryKindOf(summary)).toBe("summary")
    const before: ChatMessage = { role: "system", content: "Resumo da conversa até aqui: pão" }
    expect(auxiliaryKindOf([before, ...summary])).toBe("summary")
    expect(auxiliaryKindOf([user("a".repeat(50_000)), request])).toBe("summary")
  })

  it.each<[string, readonly ChatMessage[]]>([
    ["nothing", []],
    ["a request about nothing", [request]],
    ["a conversation", [user("Oi"), { role: "assistant", content: "Olá" }, user("Um poema")]],
    ["a request with a word more", [user("Oi"), { ...request, content: `${words} Obrigado.` }]],
    ["a request that a user made", [user("Oi"), { ...request, role: "user" }]],
    ["a request with words after it", [...summary, user("E um poema")]],
    ["a request in parts", [user("Oi"), { ...request, content: [{ type: "text", text: words }] }]],
    ["a picture", [{ role: "user", content: [{ type: "image_url", image_url: { url: "x" } }] }, request]],
    ["a tool's result", [{ role: "tool", content: "42", tool_call_id: "a" }, request]],
    ["a tool's call", [{ role: "assistant", content: "", tool_calls: [] }, request]],
    ["a name", [{ ...user("Oi"), name: "a" }, request]],
    ["a title of more than its excerpt", [user("a".repeat(6_001)), titleOf().at(-1)!]],
  ])("is not %s", (_, messages) => expect(auxiliaryKindOf(messages)).toBeUndefined())
})
