import { describe, expect, test } from "vitest"
import { readEvents } from "../../../testing/read-stream.ts"
import { summarizeAnswer } from "../../../testing/summarize-answer.ts"
import type { ChatConfig, ChatMessage } from "../../gateway/chat-request.ts"
import { moonshotAdapter } from "./adapter.ts"

const messages: readonly ChatMessage[] = [{ role: "user", content: "Oi" }]

function bodyOf(config: Partial<ChatConfig>, said = messages) {
  const asked = { model: "moonshot-v1-8k", providerName: "Moonshot", stream: false, ...config }
  return JSON.parse(moonshotAdapter.encodeChat({ config: asked, messages: said }, {}).body ?? "")
}

describe("the chat call", () => {
  test("goes to Moonshot's path with the key as a bearer token", () => {
    const config = { model: "moonshot-v1-8k", providerName: "Moonshot", stream: true }
    expect(moonshotAdapter.encodeChat({ config, messages }, { apiKey: "sk" })).toMatchObject({
      path: "/v1/chat/completions",
      headers: { authorization: "Bearer sk", accept: "text/event-stream" },
    })
  })

  test("keeps the temperature at most 1", () => {
    expect(bodyOf({ temperature: 1.7 })).toMatchObject({ temperature: 1 })
    expect(bodyOf({ temperature: 0.3 })).toMatchObject({ temperature: 0.3 })
    expect(bodyOf({})).not.toHaveProperty("temperature")
  })

  test("leaves their fixed sampling to the newer models", () => {
    expect(bodyOf({ model: "kimi-k2.5", temperature: 0.5, top_p: 1, presence_penalty: 0 })).toEqual({
      model: "kimi-k2.5",
      messages,
      stream: false,
    })
    expect(bodyOf({ model: "kimi-k2-0905-preview", temperature: 0.5 })).toMatchObject({ temperature: 0.5 })
  })

  test("is text only", () => {
    const content = [
      { type: "text", text: "O que é?" },
      { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
    ] as const
    expect(bodyOf({}, [{ role: "user", content }]).messages).toEqual([{ role: "user", content: "O que é?" }])
  })

  test("calls a developer's message the system's, a word it knows", () => {
    const said = (role: "developer" | "system") => ({ role, content: "Seja breve." })
    expect(bodyOf({}, [said("developer"), ...messages]).messages).toEqual([said("system"), ...messages])
  })
})

describe("usage", () => {
  const usage = { prompt_tokens: 10, completion_tokens: 5, cached_tokens: 4 }
  const finish = { choices: [{ delta: {}, finish_reason: "stop", usage }] }
  const counted = { inputUncached: 6, inputCached: 4, output: 5 }

  test("inside the choice is read, with the cached tokens beside it", () => {
    const answer = summarizeAnswer(
      readEvents(moonshotAdapter, [{ choices: [{ delta: { content: "a" } }] }, finish, "[DONE]"]),
    )
    expect(answer.usage).toMatchObject(counted)
  })

  test("told again at the top is counted once", () => {
    const again = { choices: [], usage: { ...usage, prompt_tokens_details: { cached_tokens: 4 } } }
    const answer = summarizeAnswer(readEvents(moonshotAdapter, [finish, again, "[DONE]"]))
    expect(answer.usage).toMatchObject(counted)
  })
})

test("errors are understood, also where the path is wrong", () => {
  const failure = (status: number, body: object) => moonshotAdapter.decodeFailure(status, JSON.stringify(body))
  expect(
    failure(401, { error: { message: "Invalid Authentication", type: "invalid_authentication_error" } }),
  ).toMatchObject({ kind: "upstream", status: 401, message: "Invalid Authentication" })
  expect(
    failure(404, { code: 5, error: "url.not_found", message: "没找到对象", method: "POST", status: false, url: "/v2" }),
  ).toMatchObject({ kind: "upstream", status: 404, message: "url.not_found", code: "5" })
})
