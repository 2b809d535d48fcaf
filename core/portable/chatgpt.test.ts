import { describe, expect, it } from "vitest"
import { conversation } from "../../testing/exports/chatgpt.ts"
import { chatGptReader } from "./chatgpt.ts"
import { type ImportedChat, type Outcome, pictureAddress } from "./imported-chat.ts"

const context = {
  now: 1_800_000_000_000,
  isDayFirst: true,
  epochOf: Date.UTC,
  parseIso: (text: string) => Date.parse(text),
}
const read = (entry: unknown): readonly Outcome[] => chatGptReader(context).take(entry)
const chatsOf = (outcomes: readonly Outcome[]): readonly ImportedChat[] =>
  outcomes.flatMap((one) => (one.kind === "chats" ? one.chats : []))
const said = (chat: ImportedChat | undefined) => chat?.messages.map(({ role, content }) => [role, content])

describe("a conversation of ChatGPT", () => {
  it("is its questions and answers in order, under the same ids at every reading", () => {
    const made = conversation("a")
    made.say("system", "")
    made.say("user", "Oi")
    made.say("assistant", "Olá!", { metadata: { model_slug: "gpt-4" } })
    made.say("user", "Tudo bem?")
    made.say("assistant", "Tudo.")
    const [chat] = chatsOf(read(made.done()))
    expect(said(chat)).toEqual([
      ["user", "Oi"],
      ["assistant", "Olá!"],
      ["user", "Tudo bem?"],
      ["assistant", "Tudo."],
    ])
    expect(chat?.messages.map(({ model }) => model)).toEqual([undefined, "gpt-4", undefined, "gpt-4o"])
    expect(chat).toMatchObject({ title: "Conversa a", createdAt: 1_700_000_000_000 })
    expect(chatsOf(read(made.done()))).toEqual([chat])
    expect(chat?.id).toMatch(/^imp-/)
  })

  it("has as many versions and copies as its tree has other answers and other questions", () => {
    const made = conversation("b")
    const first = made.say("user", "Um nome para o gato?")
    made.say("assistant", "Mingau", { under: first })
    made.say("assistant", "Farofa", { under: first })
    const shown = made.say("assistant", "Paçoca", { under: first })
    const other = made.say("user", "Mais curto", { under: shown })
    made.say("assistant", "Pão", { under: other })
    const last = made.say("user", "Gostei", { under: shown })
    made.say("assistant", "Que bom!", { under: last })
    const chats = chatsOf(read(made.done()))
    expect(chats.map(said)).toEqual([
      [
        ["user", "Um nome para o gato?"],
        ["assistant", "Paçoca"],
        ["user", "Gostei"],
        ["assistant", "Que bom!"],
      ],
      [
        ["user", "Um nome para o gato?"],
        ["assistant", "Paçoca"],
        ["user", "Mais curto"],
        ["assistant", "Pão"],
      ],
    ])
    expect(chats[0]?.messages[1]?.versions?.before.map(({ content }) => content)).toEqual(["Mingau", "Farofa"])
    expect(chats[1]?.messages[1]?.versions).toBeUndefined()
    expect(chats.map(({ branch }) => branch)).toEqual([undefined, 2])
    const ids = chats.flatMap(({ messages }) => messages.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it("keeps a conversation that went on below another answer", () => {
    const made = conversation("b2")
    const first = made.say("user", "A")
    const one = made.say("assistant", "1", { under: first })
    made.say("assistant", "depois de 1", { under: made.say("user", "B", { under: one }) })
    const two = made.say("assistant", "2", { under: first })
    made.say("assistant", "depois de 2", { under: made.say("user", "C", { under: two }) })
    const chats = chatsOf(read(made.done()))
    expect(chats.map((chat) => chat.messages.map(({ content }) => content))).toEqual([
      ["A", "2", "C", "depois de 2"],
      ["A", "1", "B", "depois de 1"],
    ])
  })

  it("joins thoughts, calls and results of tools to the answer they made", () => {
    const made = conversation("c")
    made.say("user", "Some 1 e 1")
    made.say("assistant", { content_type: "thoughts", thoughts: [{ summary: "Somar", content: "É fácil." }] })
    made.say("assistant", { content_type: "reasoning_recap", content: "Pensou por 3 s" })
    made.say(
      "assistant",
      { content_type: "code", language: "python", text: "print(1+1)" },
      { more: { recipient: "python" } },
    )
    made.say(
      "tool",
      { content_type: "execution_output", text: "2" },
      { more: { author: { role: "tool", name: "python" } } },
    )
    made.say("assistant", "Dá 2 \u{e200}cite\u{e202}turn0search1\u{e201}.")
    const [chat] = chatsOf(read(made.done()))
    expect(chat?.messages).toHaveLength(2)
    expect(chat?.messages[1]?.content).toBe("```python\nprint(1+1)\n```\n\nDá 2 .")
    expect(chat?.messages[1]?.reasoning).toContain("É fácil.")
    expect(chat?.messages[1]?.reasoning).toContain("[python]")
  })

  it("has the names and the links that its page draws in an answer", () => {
    const made = conversation("marks")
    made.say("user", "Onde fica?")
    const entity = (name: string) => `\u{e200}entity\u{e202}["city","${name}","capital"]\u{e201}`
    const link = "\u{e200}url\u{e202}o site\u{e202}https://recife.example\u{e201}"
    const lost = "\u{e200}url\u{e202}a busca\u{e202}turn0search0\u{e201}"
    const rest = "\u{e200}filecite\u{e202}turn0file0\u{e201}\u{e200}entity\u{e202}[quebrado\u{e201}"
    const matched = entity("Olinda")
    made.say("assistant", `Em ${entity("Recife")}, perto de ${matched}: ${link}, ${lost}${rest}.`, {
      metadata: { content_references: [{ matched_text: matched, type: "entity", name: "Olinda" }] },
    })
    const [chat] = chatsOf(read(made.done()))
    expect(chat?.messages[1]?.content).toBe("Em Recife, perto de Olinda: [o site](https://recife.example), a busca.")
  })

  it("has the texts that it frames as they are, under their titles", () => {
    const made = conversation("framed")
    made.say("user", "Escreva um e-mail")
    const mail = ':::writing{variant="email" id="48217" subject="Prazo"}\nPrezada Ana,\n\nsegue o prazo.\n:::'
    made.say("assistant", `Aqui está:\n\n${mail}\n\n::: fica`)
    made.say("user", "Como se escreve `:::writing{`?")
    made.say("assistant", ":::note\nAssim\n:::")
    const [chat] = chatsOf(read(made.done()))
    expect(chat?.messages.map(({ content }) => content)).toEqual([
      "Escreva um e-mail",
      "Aqui está:\n\n**Prazo**\n\nPrezada Ana,\n\nsegue o prazo.\n\n::: fica",
      "Como se escreve `:::writing{`?",
      ":::note\nAssim\n:::",
    ])
  })

  it("keeps the charts that a program drew, how long was thought, and what only looks like a mark of a source", () => {
    const made = conversation("charts")
    made.say("user", "Desenhe")
    made.say(
      "assistant",
      { content_type: "reasoning_recap", content: "Pensou por 7 s" },
      { metadata: { finished_duration_sec: 7 } },
    )
    made.say(
      "tool",
      { content_type: "execution_output", text: "<Figure size 640x480>" },
      {
        more: { author: { role: "tool", name: "python" } },
        metadata: {
          aggregate_result: { messages: [{ message_type: "image", image_url: "file-service://file-chart" }] },
        },
      },
    )
    made.say("assistant", "【重要】Veja o gráfico【12†source】 de [[x]].", {
      metadata: { content_references: [{ matched_text: "[[x]]", alt: "($& e $$)" }] },
    })
    const [, answer] = chatsOf(read(made.done()))[0]?.messages ?? []
    expect(answer?.content).toEqual([
      { type: "text", text: "【重要】Veja o gráfico de ($& e $$)." },
      { type: "image_url", image_url: { url: pictureAddress("file-chart") } },
    ])
    expect(answer?.reasoningMs).toBe(7_000)
    expect(answer?.reasoning).toContain("<Figure")
    expect(answer?.reasoning).not.toContain("7 s")
  })

  it("takes a tree of thousands of questions that were asked again, and counts what it leaves out", () => {
    const made = conversation("deep")
    let under: string | undefined
    for (let at = 0; at < 1_500; at += 1) {
      const question = { under: made.say("user", `P${at}`, under === undefined ? {} : { under }) }
      made.say("user", `Q${at}`, under === undefined ? {} : { under })
      under = made.say("assistant", `R${at}`, question)
    }
    const chats = chatsOf(read(made.done()))
    expect(chats).toHaveLength(100)
    expect(chats[0]?.leftOut).toBe(1_401)
  })

  it("keeps pictures by the names they have in the file, files by their names, and what was spoken", () => {
    const made = conversation("d")
    made.say(
      "user",
      {
        content_type: "multimodal_text",
        parts: [
          { content_type: "image_asset_pointer", asset_pointer: "file-service://file-abc", width: 10, height: 10 },
          { content_type: "audio_transcription", text: "O que é isto?" },
          { content_type: "audio_asset_pointer", asset_pointer: "sediment://file_9" },
        ],
      },
      {
        metadata: {
          attachments: [
            { id: "file-abc", name: "foto.png", mime_type: "image/png" },
            { id: "x", name: "conta.pdf", size: 5 },
          ],
        },
      },
    )
    made.say("tool", {
      content_type: "multimodal_text",
      parts: [{ content_type: "image_asset_pointer", asset_pointer: "sediment://file_000" }],
    })
    const [chat] = chatsOf(read(made.done()))
    expect(JSON.stringify(chat?.messages[0]?.content)).toContain("O que é isto?")
    expect(JSON.stringify(chat?.messages[0]?.content)).toContain("import-picture:file-abc")
    expect(JSON.stringify(chat?.messages[0]?.content)).toContain("conta.pdf")
    expect(JSON.stringify(chat?.messages[0]?.content).match(/import-picture/g)).toHaveLength(1)
    expect(JSON.stringify(chat?.messages[1]?.content)).toContain("import-picture:file_000")
  })

  it("may lack metadata, author, ids, times and a title", () => {
    const mapping = {
      r: { parent: null, children: ["q"] },
      q: {
        parent: "r",
        children: ["a"],
        message: { author: { role: "user" }, content: { parts: ["Quem descobriu o Brasil?"] } },
      },
      a: {
        parent: "q",
        children: [],
        message: { author: { role: "assistant" }, content: { content_type: "text", parts: ["Cabral."] } },
      },
    }
    const [chat] = chatsOf(read({ title: null, create_time: 1_600_000_000.5, mapping }))
    expect(said(chat)).toEqual([
      ["user", "Quem descobriu o Brasil?"],
      ["assistant", "Cabral."],
    ])
    expect(chat?.title).toBe("Quem descobriu o Brasil?")
    const dates = chat?.messages.map(({ date }) => date) ?? []
    expect(dates[1]).toBeGreaterThan(dates[0] ?? Infinity)
  })

  it("without a tree is damaged, without words empty, and a circle ends", () => {
    expect(read({ title: "Sem árvore", current_node: "x" })).toEqual([
      { kind: "skipped", reason: "damaged", title: "Sem árvore" },
    ])
    expect(read({ title: "Vazia", mapping: {} })).toEqual([{ kind: "skipped", reason: "empty", title: "Vazia" }])
    const circle = {
      a: { id: "a", parent: "b", message: { author: { role: "user" }, content: { parts: ["A"] } } },
      b: { id: "b", parent: "a", message: { author: { role: "assistant" }, content: { parts: ["B"] } } },
    }
    expect(chatsOf(read({ mapping: circle, current_node: "b" }))[0]?.messages).toHaveLength(2)
  })

  it("hides what was hidden, and says that something was", () => {
    const made = conversation("h")
    made.say("user", { content_type: "user_editable_context", user_profile: "Sou assim" })
    made.say("user", "escondida", { metadata: { is_visually_hidden_from_conversation: true } })
    made.say("user", "Oi")
    made.say("assistant", "Olá")
    const [chat] = chatsOf(read(made.done()))
    expect(chat?.messages).toHaveLength(2)
    expect(chat?.leftOut).toBe(1)
  })

  it("may be longer than any stack is deep", () => {
    const made = conversation("long")
    for (let at = 0; at < 20_000; at += 1) made.say(at % 2 === 0 ? "user" : "assistant", `m${at}`)
    expect(chatsOf(read(made.done()))[0]?.messages).toHaveLength(20_000)
  })

  it("shows the line that was written last where the file does not say which one was shown", () => {
    const made = conversation("newest")
    made.say("user", "Oi")
    made.say("assistant", "Olá!")
    made.say("user", "E depois?")
    made.say("assistant", "Veio por último.")
    const { current_node: _current, mapping, ...rest } = made.done()
    const older = conversation("newest", null, 1_600_000_000)
    older.say("user", "Outra", { under: "newest-root" })
    const listed = Object.entries(older.done().mapping).map(([id, node]) => [`old-${id}`, { ...node, id: `old-${id}` }])
    const entry = { ...rest, mapping: { ...mapping, ...(Object.fromEntries(listed.slice(1)) as object) } }
    expect(said(chatsOf(read(entry))[0])?.at(-1)).toEqual(["assistant", "Veio por último."])
  })
})
