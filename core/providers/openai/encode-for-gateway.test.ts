import { expect, test } from "vitest"
import type { ChatConfig } from "../../gateway/chat-request.ts"
import { encodeForGateway } from "./encode-for-gateway.ts"

const bodyOf = (config: Partial<ChatConfig>): unknown => {
  const whole = { model: "gpt-4.1", providerName: "OpenAI", stream: true, ...config }
  return JSON.parse(encodeForGateway({ messages: [{ role: "user", content: "Oi" }], config: whole }).body ?? "")
}

test("says whose model it is, where it is not OpenAI's, and whether to search the web", () => {
  expect(bodyOf({})).not.toHaveProperty("providerName")
  expect(bodyOf({})).not.toHaveProperty("enable_web_search")
  expect(bodyOf({ model: "claude-opus-5", providerName: "Anthropic" })).toMatchObject({ providerName: "Anthropic" })
  expect(bodyOf({ enable_web_search: true, max_web_search_calls: 2 })).toMatchObject({
    enable_web_search: true,
    max_web_search_calls: 2,
  })
  expect(bodyOf({ enable_web_search: false, max_web_search_calls: 2 })).not.toHaveProperty("max_web_search_calls")
})
