import { expect, test } from "vitest"
import { userMessage, type Message } from "#core/conversation/message.ts"
import { newSession } from "#core/conversation/session.ts"
import type { AnswerRound } from "#core/conversation/tool-rounds.ts"
import type { ToolDefinition } from "#core/gateway/chat-request.ts"
import { freeMessageCharacters, freeRequestCharacters } from "#core/gateway/limits.ts"
import { promptCharacters } from "#core/ledger/prompt-bound.ts"
import { resultRoom } from "#core/plugins/tool.ts"
import { defaultModelConfig } from "#core/settings/model-config.ts"
import { chatRequestOf } from "./chat-request.ts"

const modelConfig = { ...defaultModelConfig, max_tokens: 100_000, historyMessageCount: 64 }
const session = newSession({ id: "s", now: 0, modelConfig, lang: "pt" })
const history = Array.from({ length: 40 }, (_, at) => userMessage(String(at), at, "palavra ".repeat(500)))

/** The request of a visitor, as long as tools and their results can make it. */
function asked(rounds: readonly AnswerRound[], tools: readonly ToolDefinition[]) {
  return chatRequestOf({
    session,
    history,
    question: userMessage("q", 99, "a".repeat(freeMessageCharacters)),
    rounds,
    tools,
    globalConfig: modelConfig,
    model: "gpt-4o-mini",
    providerName: "OpenAI",
    isFree: true,
    time: "hoje",
    lang: "pt",
  })
}

test("a visitor's tools and their results fit the visitor's own limit, at the cost of the oldest history", () => {
  const tools = [{ name: "t", description: "d".repeat(47_900) }]
  const rounds: Pick<Message, "content" | "tools">[] = []
  const sizes: number[] = []
  for (let before = 0, round = 0; round < 4; round++) {
    const { messages } = asked(rounds, tools)
    sizes.push(promptCharacters(messages, JSON.stringify(tools)))
    const content = "r".repeat(resultRoom(before, 1, true))
    before += content.length
    rounds.push({
      content: "",
      tools: [{ id: "c", type: "function", function: { name: "t", arguments: "{}" }, content }],
    })
  }
  expect(Math.max(...sizes)).toBeLessThan(freeRequestCharacters)
  // What is not needed for the tools is the history's.
  expect(Math.min(...sizes)).toBeGreaterThan(freeRequestCharacters - 8_000)
})
