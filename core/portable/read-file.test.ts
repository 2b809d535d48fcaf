import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { conversations } from "../../testing/exports/chatgpt.ts"
import type { ImportedChat, Outcome } from "./imported-chat.ts"
import { JsonCutter } from "./json-cutter.ts"
import { chooseCut, fileReader } from "./read-file.ts"

const context = {
  now: 1_800_000_000_000,
  isDayFirst: true,
  epochOf: (year: number, month: number, day: number, hour: number, minute: number, second: number) =>
    Date.UTC(year, month - 1, day, hour, minute, second),
  parseIso: (text: string) => Date.parse(text),
}
const decoder = new TextDecoder()

/** Reads a file as the page does, its bytes in pieces of a size. */
function read(text: string, pieceBytes = 1_000): readonly Outcome[] {
  const reader = fileReader(context)
  const outcomes: Outcome[] = []
  const cutter = new JsonCutter({
    choose: chooseCut,
    textOf: (bytes) => decoder.decode(bytes),
    taken: (path, json) => void outcomes.push(...reader.value(path, decoder.decode(json))),
    documentEnd: () => void outcomes.push(...reader.documentEnd()),
  })
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; at += pieceBytes) cutter.push(bytes.slice(at, at + pieceBytes))
  if (!cutter.end()) outcomes.push(...reader.documentEnd())
  return [...outcomes, ...reader.end()]
}
const readJson = (value: unknown) => read(JSON.stringify(value))
const chatsOf = (outcomes: readonly Outcome[]): readonly ImportedChat[] =>
  outcomes.flatMap((one) => (one.kind === "chats" ? one.chats : []))
const said = (chat: ImportedChat | undefined) => chat?.messages.map(({ role, content }) => [role, content])

describe("a file of Claude", () => {
  it("is read by its blocks, where its texts are empty, with what was attached", () => {
    const [chat] = chatsOf(
      readJson([
        {
          uuid: "c-1",
          name: "Contrato",
          created_at: "2025-05-01T10:00:00.000Z",
          updated_at: "2025-05-01T10:05:00.000Z",
          account: { uuid: "x" },
          chat_messages: [
            {
              uuid: "m-1",
              sender: "human",
              text: "",
              content: [{ type: "text", text: "Resuma o contrato" }],
              created_at: "2025-05-01T10:00:00.000Z",
              attachments: [{ file_name: "contrato.txt", file_size: 20, extracted_content: "Cláusula primeira" }],
              files: [{ file_name: "foto.png" }],
            },
            {
              uuid: "m-2",
              sender: "assistant",
              text: "```\nThis block is not supported on your current device yet.\n```",
              content: [
                { type: "thinking", thinking: "É curto." },
                { type: "text", text: "Uma cláusula." },
                {
                  type: "tool_use",
                  name: "artifacts",
                  input: { title: "Resumo", type: "text/html", content: "<p>Oi</p>" },
                },
              ],
              created_at: "2025-05-01T10:01:00.000Z",
              attachments: [],
              files: [],
            },
          ],
        },
      ]),
    )
    expect(JSON.stringify(chat?.messages[0]?.content)).toContain("Cláusula primeira")
    expect(JSON.stringify(chat?.messages[0]?.content)).toContain("import-picture:foto.png")
    expect(chat?.messages[1]?.content).toBe("Uma cláusula.\n\n**Resumo**\n\n```html\n<p>Oi</p>\n```")
    expect(chat?.messages[1]?.reasoning).toBe("É curto.")
  })

  it("of 2024 is put in order by time, the question before its answer", () => {
    const at = (minute: number) => `2024-03-01T10:0${minute}:00.000000+00:00`
    const message = (uuid: string, sender: string, text: string, minute: number) => ({
      uuid,
      sender,
      text,
      created_at: at(minute),
    })
    const [chat] = chatsOf(
      readJson([
        {
          uuid: "c",
          name: "",
          chat_messages: [
            message("4", "assistant", "D", 2),
            message("2", "assistant", "B", 1),
            message("1", "human", "A", 1),
            message("3", "human", "C", 2),
          ],
        },
      ]),
    )
    expect(chat?.messages.map(({ content }) => content)).toEqual(["A", "B", "C", "D"])
    expect(chat?.title).toBe("A")
  })

  it("has its branches by the messages' parents, and one object is a file, too", () => {
    const message = (uuid: string, parent: string, sender: string, text: string, minute: number) => ({
      uuid,
      parent_message_uuid: parent,
      sender,
      content: [{ type: "text", text }],
      created_at: `2025-03-01T10:${minute}:00Z`,
    })
    const chats = chatsOf(
      readJson({
        uuid: "one",
        name: "Um",
        chat_messages: [
          message("a", "00000000-0000-4000-8000-000000000000", "human", "A", 10),
          message("b", "a", "assistant", "B", 11),
          message("b2", "a", "assistant", "B2", 12),
          message("c", "b2", "human", "C", 13),
          message("d", "c", "assistant", "D", 14),
        ],
      }),
    )
    expect(chats).toHaveLength(1)
    expect(chats[0]?.messages.map(({ content }) => content)).toEqual(["A", "B2", "C", "D"])
    expect(chats[0]?.messages[1]?.versions?.before).toHaveLength(1)
  })
})

describe("an activity log of Google", () => {
  const entry = (title: string, html: string | undefined, more: object = {}) => ({
    header: "Gemini Apps",
    title,
    time: "2026-02-03T12:00:00.000Z",
    products: ["Gemini Apps"],
    ...(html === undefined ? {} : { safeHtmlItem: [{ html }] }),
    ...more,
  })

  it("gives Gemini's conversations only, and counts the rest", () => {
    const outcomes = readJson([
      { header: "Search", title: "Searched for bolo", time: "2026-02-03T11:00:00.000Z", products: ["Search"] },
      entry("Prompted Como fazer bolo?", "<p>Junte <b>ovos</b> &amp; leite.</p><ul><li>Um</li><li>Dois</li></ul>"),
      entry("Prompted E sem ovos?", "<p>Use linhaça.</p>", {
        time: "2026-02-03T13:00:00.000Z",
        titleUrl: "https://gemini.google.com/app/abcd1234",
      }),
      entry("Used Gemini Apps", undefined),
      entry("Gave feedback: Good response", undefined),
      entry("Comando: Oi", "<script>alert(1)</script><p>Olá</p>", { time: "2026-02-03T14:00:00.000Z" }),
    ])
    const chats = chatsOf(outcomes)
    expect(chats.map(said)).toEqual([
      [
        ["user", "Como fazer bolo?"],
        ["assistant", "Junte **ovos** & leite.\n\n- Um\n- Dois"],
        ["user", "Oi"],
        ["assistant", "Olá"],
      ],
      [
        ["user", "E sem ovos?"],
        ["assistant", "Use linhaça."],
      ],
    ])
    expect(outcomes.filter((one) => one.kind === "skipped" && one.reason === "activity")).toHaveLength(3)
  })
})

describe("files of NextChat", () => {
  const session = (more: object = {}) => ({
    id: "abcdefghijklmnopqrstu",
    topic: "Receita",
    memoryPrompt: "",
    messages: [
      { id: "m-aaaaaaaaaa", date: "21/11/2026, 08:05:03", role: "user", content: "Bolo?" },
      { id: "m-bbbbbbbbbb", date: "07/05/2026, 00:00:00", role: "assistant", content: "Sim", model: "gpt-4o-mini" },
    ],
    lastUpdate: 1_763_712_303_000,
    lastSummarizeIndex: 0,
    mask: { id: "x", name: "Chef", context: [], modelConfig: { model: "gpt-4o-mini" } },
    ...more,
  })
  const expectChat = (outcomes: readonly Outcome[]) => {
    const [chat] = chatsOf(outcomes)
    expect(said(chat)).toEqual([
      ["user", "Bolo?"],
      ["assistant", "Sim"],
    ])
    return chat
  }

  it("are its backup, its stored state bare or in its envelope, and a list of chats", () => {
    const backup = {
      "chat-next-web-store": { sessions: [session()], currentSessionIndex: 0 },
      "access-control": { openaiUrl: "https://bad.example", openaiApiKey: "sk-1", useCustomConfig: true },
      "app-config": { theme: "dark" },
      "mask-store": { masks: { m1: { id: "m1aaaaaaaaaa", name: "Minha", context: [] } } },
      "prompt-store": { counter: 1, prompts: { p: { id: "p1", title: "T", content: "C" } } },
    }
    const outcomes = readJson(backup)
    expect(expectChat(outcomes)?.messages[0]?.date).toBe(Date.UTC(2026, 10, 21, 8, 5, 3))
    expect(outcomes.flatMap((one) => (one.kind === "settings" ? one.store : []))).toEqual([
      "app-config",
      "access-control",
    ])
    expect(outcomes.flatMap((one) => (one.kind === "records" ? `${one.store} ${one.records.length}` : []))).toEqual([
      "masks 1",
      "prompts 1",
    ])
    expectChat(readJson({ state: { sessions: [session()] }, version: 2 }))
    expectChat(readJson({ sessions: [session({ id: 0 })] }))
    expectChat(readJson({ "chat-next-web-store": JSON.stringify({ state: { sessions: [session()] }, version: 3.2 }) }))
  })

  it("of a version to come are refused", () => {
    expect(readJson({ state: { sessions: [session()] }, version: 99 }).some(({ kind }) => kind === "future")).toBe(true)
    const enveloped = { state: { sessions: [session()] }, version: 99 }
    for (const store of [enveloped, JSON.stringify(enveloped)])
      expect(readJson({ "chat-next-web-store": store }).some(({ kind }) => kind === "future")).toBe(true)
    const masks = { state: { masks: {} }, version: 99 }
    const beside = { "chat-next-web-store": { sessions: [session()] }, "mask-store": masks }
    expect(readJson(beside).some(({ kind }) => kind === "future")).toBe(true)
    const known = { "chat-next-web-store": { ...enveloped, version: 3.3 }, "app-config": { state: {}, version: 4.1 } }
    expect(readJson(known).some(({ kind }) => kind === "future")).toBe(false)
    const single = { messages: [{ role: "user", content: "a" }], prosa: { v: 2, id: "one", topic: "T", messages: [] } }
    expect(readJson(single).map(({ kind }) => kind)).toEqual(["future"])
    expect(readJson({ product: "prosa", version: 99, stores: {} }).some(({ kind }) => kind === "future")).toBe(true)
  })

  it("of one conversation send nothing: what waited for a connection or was arriving is at rest", () => {
    const answer = { date: 2, role: "assistant", content: "" }
    const [chat] = chatsOf(
      readJson({
        prosa: {
          id: "conversa-exportada",
          topic: "Bolo",
          messages: [
            { id: "pergunta-1", date: 1, role: "user", content: "Receita?" },
            {
              ...answer,
              id: "resposta-1",
              failure: { kind: "network", unreached: true },
              isError: true,
              queued: { at: 2 },
            },
            { ...answer, id: "resposta-2", streaming: true },
          ],
        },
        messages: [{ role: "user", content: "Receita?" }],
      }),
    )
    const [, waited, arriving] = chat?.messages ?? []
    expect(waited).toMatchObject({ failure: { kind: "network" } })
    expect(waited?.queued).toBeUndefined()
    expect(arriving).toMatchObject({ interrupted: true })
    expect(arriving?.streaming).toBeUndefined()
  })

  it("of one conversation have its title in their first message", () => {
    const [chat] = chatsOf(
      readJson({
        messages: [
          { role: "system", content: "You are an assistant that Bolo de fubá" },
          { role: "user", content: "Receita?" },
          { role: "assistant", content: "Fubá." },
        ],
      }),
    )
    expect(chat?.title).toBe("Bolo de fubá")
    expect(chat?.messages).toHaveLength(2)
  })

  it("of masks are masks, alone or in a list", () => {
    const mask = { name: "Chef", avatar: "1f373", context: [{ role: "system", content: "Cozinhe" }], modelConfig: {} }
    for (const file of [mask, [mask]]) {
      expect(readJson(file)).toMatchObject([
        { kind: "records", store: "masks", records: [{ value: { name: "Chef" } }] },
      ])
    }
  })
})

describe("files of Open WebUI and LibreChat", () => {
  it("of the first are trees by their ids, with what was thought", () => {
    const messages = {
      q: { id: "q", parentId: null, childrenIds: ["a", "b"], role: "user", content: "Oi", timestamp: 1_700_000_000 },
      a: { id: "a", parentId: "q", role: "assistant", content: "Olá", timestamp: 1_700_000_001, model: "llama3" },
      b: {
        id: "b",
        parentId: "q",
        role: "assistant",
        content:
          '<details type="reasoning" done="true" duration="2"><summary>Pensou</summary>\n&gt; Hum\n</details>\nE aí',
        timestamp: 1_700_000_002,
        output: [{ type: "reasoning", summary: [{ text: "Pensei" }] }],
      },
    }
    const [chat] = chatsOf(readJson([{ id: "w", title: "Teste", chat: { history: { messages, currentId: "b" } } }]))
    expect(chat?.messages[1]).toMatchObject({ content: "E aí", reasoning: "Pensei" })
    expect(chat?.messages[1]?.versions?.before[0]).toMatchObject({ content: "Olá", model: "llama3" })
  })

  it("of the first have calls of tools in the text, which are no part of it", () => {
    const folded =
      '<details type="tool_calls" done="true" name="weather" result="&quot;22&quot;"><summary>Feito</summary>\n</details>'
    const messages = {
      q: { id: "q", parentId: null, childrenIds: ["a"], role: "user", content: "Vai chover?" },
      a: { id: "a", parentId: "q", role: "assistant", content: `Vejo.\n${folded}\nNão, 22 °C.` },
    }
    const [chat] = chatsOf(readJson([{ id: "w", title: "Tempo", chat: { history: { messages, currentId: "a" } } }]))
    expect(chat?.messages[1]?.content).toBe("Vejo.\n\nNão, 22 °C.")
  })

  it("of the first may list what they called tools with beside the text, once", () => {
    const output = [
      { type: "function_call", call_id: "c", name: "weather", arguments: '{"city":"Recife"}' },
      { type: "function_call_output", call_id: "c", output: [{ type: "input_text", text: "22 graus" }] },
      { type: "message", content: [{ type: "output_text", text: "Faz 22 °C." }] },
    ]
    const folded = '<details type="tool_calls" name="weather" arguments="" result=""></details>\n'
    const messages = (content: string) => ({
      q: { id: "q", parentId: null, childrenIds: ["a"], role: "user", content: "Quanto faz?" },
      a: { id: "a", parentId: "q", role: "assistant", content, output },
    })
    const answer = (content: string) =>
      chatsOf(
        readJson([{ id: "w", title: "T", chat: { history: { messages: messages(content), currentId: "a" } } }]),
      )[0]?.messages[1]
    expect(answer("")).toMatchObject({ content: "Faz 22 °C.", reasoning: '[weather] {"city":"Recife"}\n\n22 graus' })
    expect(answer(`${folded}Faz 22 °C.`)?.reasoning).toBe("[weather]")
  })

  it("of the second are flat, or nested in each other", () => {
    const flat = {
      conversationId: "l",
      title: "Flat",
      messages: [
        { messageId: "1", parentMessageId: "00000000-0000-0000-0000-000000000000", isCreatedByUser: true, text: "A" },
        {
          messageId: "2",
          parentMessageId: "1",
          isCreatedByUser: false,
          text: "",
          content: [{ type: "text", text: { value: "B" } }],
        },
      ],
    }
    const nested = {
      conversationId: "n",
      title: "Nested",
      messages: [
        {
          messageId: "1",
          isCreatedByUser: true,
          text: "A",
          children: [{ messageId: "2", isCreatedByUser: false, text: "B", children: [] }],
        },
      ],
    }
    const { messages, ...beside } = nested
    const renamed = { ...beside, recursive: true, messagesTree: messages }
    for (const file of [flat, nested, renamed])
      expect(chatsOf(readJson(file))[0]?.messages.map(({ content }) => content)).toEqual(["A", "B"])
  })
})

it(
  "a conversation whose messages all follow unknown ones takes a time in proportion to them",
  { timeout: 30_000 },
  () => {
    const messages = Array.from({ length: 60_000 }, (_one, at) => ({
      messageId: `m${at}`,
      parentMessageId: `unknown${at}`,
      isCreatedByUser: at % 2 === 0,
      text: `t${at}`,
    }))
    const [chat] = chatsOf(readJson({ conversationId: "large", title: "Grande", messages }))
    expect(chat?.messages.length).toBe(60_000)
  },
)

describe("any file", () => {
  it("comes out the same wherever its bytes are cut", () => {
    const text = `\u{feff}${JSON.stringify([...conversations(3, 2), { title: "ç \\", current_node: 1 }])}`
    const whole = read(text, 1_000_000)
    for (const size of [1, 2, 3, 7, 64, 1_001]) expect(read(text, size)).toEqual(whole)
    expect(chatsOf(whole)).toHaveLength(3)
  })

  it("adds up: what came and what did not are all that was there", () => {
    const outcomes = readJson([{ title: "sem nada" }, ...conversations(5, 1), 7, null, { mapping: {} }])
    expect(outcomes).toHaveLength(9)
  })

  it("that ends too early gives what stands before the end", () => {
    const text = JSON.stringify(conversations(5, 1))
    expect(chatsOf(read(text.slice(0, -200)))).toHaveLength(4)
  })

  it("of one object a line is a list", () => {
    expect(
      chatsOf(
        read(
          conversations(3, 1)
            .map((one) => JSON.stringify(one))
            .join("\n"),
        ),
      ),
    ).toHaveLength(3)
  })

  it("pollutes nothing, whatever its names are", () => {
    const evil =
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"chat_messages":[{"sender":"human","text":"Oi","__proto__":{"polluted":1}}]}'
    for (const text of [
      evil,
      `[${evil}]`,
      `{"chat-next-web-store":{"sessions":[{"__proto__":{"messages":[]},"messages":[{"role":"user","content":"x"}],"mask":${evil}}]}}`,
    ]) {
      read(text)
      expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined()
    }
    const mapping =
      '{"mapping":{"__proto__":{"parent":null,"message":{"author":{"role":"user"},"content":{"parts":["Oi"]}}}}}'
    expect(chatsOf(read(mapping))).toHaveLength(1)
  })

  it("may be any JSON, or none", () => {
    fc.assert(
      fc.property(fc.json(), fc.string(), fc.nat(50), (json, text, size) => {
        read(json, size + 1)
        read(text, size + 1)
        read(`[${json},${json}]`, size + 1)
      }),
    )
    const fields = fc.constantFrom(
      "mapping",
      "chat_messages",
      "messages",
      "chat",
      "history",
      "sessions",
      "mask",
      "content",
      "parts",
      "children",
      "message",
      "author",
      "safeHtmlItem",
      "header",
      "time",
      "title",
    )
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 6 },
        fc.string(),
        fc.nat(),
        fc.constant(null),
        fc.array(tie("tree"), { maxLength: 4 }),
        fc.dictionary(fields, tie("tree"), { maxKeys: 6 }),
      ),
    }))
    fc.assert(
      fc.property(
        tree,
        (value) => void readJson([value, { mapping: value }, { chat_messages: value }, { chat: value }]),
      ),
    )
  })
})

describe("a file of DeepSeek", () => {
  const at = "2026-01-27T10:00:00.000000+08:00"
  const node = (id: string, parent: string | null, message: object | null) => ({ id, parent, children: [], message })
  const fragments = (...all: readonly (readonly [string, unknown])[]) => ({
    files: [],
    model: "deepseek-reasoner",
    inserted_at: at,
    fragments: all.map(([type, content]) => (type === "SEARCH" ? { type, results: content } : { type, content })),
  })

  it("is read by its fragments, with its thoughts, its sources and what was answered again", () => {
    const outcomes = readJson([
      {
        id: "d-1",
        title: "Feijão",
        inserted_at: at,
        updated_at: at,
        mapping: {
          root: node("root", null, null),
          "1": node("1", "root", fragments(["REQUEST", "Como cozinhar?"])),
          "2": node("2", "1", fragments(["RESPONSE", "Na panela."])),
          "3": node(
            "3",
            "1",
            fragments(
              ["SEARCH", [{ url: "https://a.example", title: "A" }, { url: "javascript:x" }]],
              ["THINK", "Pressão ajuda."],
              ["RESPONSE", "Na pressão."],
            ),
          ),
        },
      },
    ])
    const [chat] = chatsOf(outcomes)
    expect(outcomes[0]).toMatchObject({ source: "deepseek" })
    expect(said(chat)).toEqual([
      ["user", "Como cozinhar?"],
      ["assistant", "Na pressão."],
    ])
    expect(chat?.messages[1]).toMatchObject({
      model: "deepseek-reasoner",
      reasoning: "Pressão ajuda.",
      citations: [{ url: "https://a.example", title: "A" }],
      versions: { before: [{ content: "Na panela." }] },
    })
    expect(chat?.createdAt).toBe(Date.parse(at))
  })

  it("of its first months names no speaker: questions and answers take turns", () => {
    const message = (content: string, more: object = {}) => ({
      files: [],
      model: "",
      inserted_at: at,
      content,
      ...more,
    })
    const [chat] = chatsOf(
      readJson([
        {
          id: "d-2",
          title: null,
          inserted_at: at,
          mapping: {
            root: node("root", null, null),
            "1": node("1", "root", message("Oi")),
            "2": node("2", "1", message("Olá!", { reasoning_content: "Cumprimenta." })),
            "3": node("3", "2", message("Tchau")),
          },
        },
      ]),
    )
    expect(said(chat)).toEqual([
      ["user", "Oi"],
      ["assistant", "Olá!"],
      ["user", "Tchau"],
    ])
    expect(chat?.messages[1]?.reasoning).toBe("Cumprimenta.")
  })
})

describe("messages without a conversation around them", () => {
  const messages = [
    { role: "system", content: "Seja breve." },
    { role: "user", content: "Oi" },
    { role: "assistant", content: "Olá!" },
  ]
  const spoken = [
    ["user", "Oi"],
    ["assistant", "Olá!"],
  ]
  it("are one conversation: a list, a line each, and several lists", () => {
    expect(chatsOf(readJson(messages)).map(said)).toEqual([spoken])
    expect(chatsOf(read(messages.map((one) => JSON.stringify(one)).join("\n"))).map(said)).toEqual([spoken])
    const other = [{ role: "user", content: [{ type: "text", text: "Outra" }] }]
    expect(chatsOf(readJson([messages, other])).map((chat) => chat.messages.length)).toEqual([2, 1])
    expect(chatsOf(readJson(messages))[0]?.id).toBe(chatsOf(readJson(messages))[0]?.id)
  })
  it("that are none are no conversation", () => {
    expect(chatsOf(readJson([{ role: "user" }, { content: "x" }, 7, null, "a"]))).toEqual([])
  })
})
