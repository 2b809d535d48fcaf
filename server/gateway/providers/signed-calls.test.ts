import { expect, test } from "vitest"
import { fileReply } from "../../../testing/fake-provider/replies.ts"
import { googleSignature } from "../../../testing/fixtures/wire/google/cases.ts"
import { startGateway } from "../../../testing/gateway.ts"
import { recordings } from "../../../testing/recordings.ts"
import { fixture } from "../../../testing/wire-file.ts"

const calls = [
  { file: fixture("google/tool-call.sse"), name: "previsao", signature: googleSignature },
  ...recordings("google/tool-call.chunks.txt").map((file) => ({
    file,
    name: "weather",
    signature: expect.stringMatching(/^EqUCCqICAb4/) as string,
  })),
]

test.each(calls)("a call of Gemini's made on the chat path comes back to it signed: $file.name", async (made) => {
  const { name, signature } = made
  const gateway = await startGateway({ envFor: ({ url }) => ({ GOOGLE_API_KEY: "google-key", GOOGLE_URL: url }) })
  try {
    const { code } = await gateway.code("premium", 100)
    const asked = gateway.script(fileReply(made.file))
    const ask = async (messages: readonly object[]) => {
      const reply = await fetch(`${gateway.url}/v1/chat/completions`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${code}` },
        body: JSON.stringify({ model: "gemini-2.5-flash", stream: true, messages }),
      })
      return await reply.text()
    }
    const question = { role: "user", content: "Que tempo faz?" }
    const told = (await ask([question]))
      .split("\n\n")
      .flatMap((frame) =>
        frame.includes('tool_calls":') ? [JSON.parse(frame.slice(frame.indexOf("{"))) as Chunk] : [],
      )
    const pieces = told.flatMap(({ choices }) => choices.flatMap(({ delta }) => delta.tool_calls ?? []))
    const [first] = pieces
    const call = {
      ...first,
      function: { name, arguments: pieces.map((piece) => piece.function.arguments).join("") },
    }
    await ask([
      question,
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: first?.id, content: "Sol." },
    ])
    expect(asked()[1]?.json).toMatchObject({
      contents: [
        {},
        { parts: [{ functionCall: { name }, thoughtSignature: signature }] },
        { parts: [{ functionResponse: { name, response: { result: "Sol." } } }] },
      ],
    })
  } finally {
    await gateway.stop()
  }
})

interface Chunk {
  readonly choices: readonly {
    readonly delta: {
      readonly tool_calls?: readonly { readonly id?: string; readonly function: { readonly arguments: string } }[]
    }
  }[]
}
