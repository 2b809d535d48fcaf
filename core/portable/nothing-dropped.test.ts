import { describe, expect, it } from "vitest"
import { conversation } from "../../testing/exports/chatgpt.ts"
import { wordsOf } from "../gateway/content.ts"
import { chatMarkdown } from "./export-chat.ts"
import { pictureAddress, type ImportedChat, type Outcome } from "./imported-chat.ts"
import { readMarkdownFile } from "./markdown-file.ts"
import { fileReader } from "./read-file.ts"

const context = { now: 1_800_000_000_000, isDayFirst: true, epochOf: Date.UTC, parseIso: Date.parse }
const chatOf = (outcomes: readonly Outcome[]): ImportedChat | undefined =>
  outcomes.flatMap((one) => (one.kind === "chats" ? one.chats : []))[0]

/** The first conversation of a file with one entry. */
function read(entry: unknown): ImportedChat | undefined {
  const reader = fileReader(context)
  return chatOf([...reader.value(["*"], JSON.stringify(entry)), ...reader.documentEnd(), ...reader.end()])
}
const long = (end: string) => `${"x".repeat(9_000)} ${end}`

describe("messages by themselves", () => {
  const asked = [
    { role: "user", content: "Lanche?" },
    { role: "assistant", content: "Fruta." },
  ]
  it.each([
    [
      "longer than any title",
      "Você é um nutricionista de crianças. Nunca recomende amendoim, porque a Ana é alérgica.",
    ],
    ["as short as a title", "Seja breve."],
    [
      "that begins as NextChat's titles do, and is too long for one",
      `You are an assistant that ${"answers ".repeat(9)}`,
    ],
  ])("keep what the model was told before them, %s", (_how, told) => {
    const chat = read({ title: null, messages: [{ role: "system", content: told }, ...asked] })
    expect(chat?.context.map(({ role, content }) => [role, content])).toEqual([["system", told]])
    expect(chat?.messages.map(({ role }) => role)).toEqual(["user", "assistant"])
    expect(chat?.title).toBe("Lanche?")
  })

  it("of somebody who gave them a title keep both", () => {
    const chat = read({ title: "Escola", messages: [{ role: "system", content: "Seja breve." }, ...asked] })
    expect(chat).toMatchObject({ title: "Escola", context: [{ content: "Seja breve." }] })
  })
})

it("a change of a page and what a program printed come whole from ChatGPT", () => {
  const made = conversation("canvas", "Página")
  made.say("user", "Mude o fim")
  const change = JSON.stringify({ updates: [{ pattern: "x$", multiple: false, replacement: long("FIM") }] })
  const code = { content_type: "code", language: "json", text: change }
  made.say("assistant", code, { more: { recipient: "canmore.update_textdoc" } })
  const output = { content_type: "execution_output", text: long("IMPRESSO") }
  made.say("tool", output, { more: { author: { role: "tool", name: "python" } } })
  made.say("assistant", "Mudei.")
  const answer = read(made.done())?.messages[1]
  expect(answer?.content).toBe("Mudei.")
  expect(answer?.reasoning).toContain(long("FIM"))
  expect(answer?.reasoning).toContain(long("IMPRESSO"))
})

it("a change of an artifact, and what Claude's answers bring along, come whole", () => {
  const answer = {
    uuid: "m2",
    sender: "assistant",
    content: [
      {
        type: "tool_use",
        name: "artifacts",
        input: { id: "p", command: "update", old_str: "oi", new_str: long("FIM") },
      },
      { type: "text", text: "Mudado." },
    ],
    attachments: [{ file_name: "gerado.csv", extracted_content: "A;B" }],
    files: [{ file_name: "gerado.png" }, { file_name: "relatório.pdf" }],
  }
  const chat = read({ uuid: "u", name: "A", chat_messages: [{ uuid: "m1", sender: "human", text: "mude" }, answer] })
  const { content = "", reasoning } = chat?.messages[1] ?? {}
  expect(reasoning).toContain(long("FIM"))
  expect(wordsOf(content)).toBe("Mudado.\n\n**gerado.csv**\n\n```\nA;B\n```\n\n**relatório.pdf**")
  expect(content).toContainEqual({ type: "image_url", image_url: { url: pictureAddress("gerado.png") } })
})

/** The answer of a conversation of Claude with these parts. */
const claudeAnswer = (...content: readonly object[]) =>
  read({
    uuid: "u",
    name: "C",
    chat_messages: [
      { uuid: "m1", sender: "human", text: "Pergunta" },
      { uuid: "m2", sender: "assistant", content },
    ],
  })?.messages[1]

describe("an answer of Claude", () => {
  const page = {
    type: "knowledge",
    title: "Banco Central",
    url: "https://bcb.example",
    text: "5,41",
    is_missing: false,
  }
  const search = [
    { type: "tool_use", name: "web_search", input: { query: "dólar" } },
    { type: "tool_result", name: "web_search", content: [page] },
  ]

  it.each([
    ["as its exports name them", { details: { type: "web_search_citation", url: page.url } }],
    ["with a title of their own", { url: page.url, title: page.title }],
    ["as a list", { title: page.title, sources: [{ url: page.url, title: page.title }] }],
  ])("keeps its sources, %s, and what a search found whole", (_how, citation) => {
    const answer = claudeAnswer(...search, { type: "text", text: "Está R$ 5,41.", citations: [citation] })
    expect(answer?.content).toBe("Está R$ 5,41.")
    expect(answer?.citations).toEqual([{ url: page.url, title: page.title }])
    expect(answer?.reasoning).toBe(
      '[web_search] {"query":"dólar"}\n\n[web_search] Banco Central\nhttps://bcb.example\n5,41',
    )
  })

  it("keeps the names of files that a tool gave", () => {
    const file = { type: "local_resource", name: "plano.md", file_path: "/mnt/plano.md" }
    const answer = claudeAnswer(
      { type: "tool_result", name: "present_files", content: [file] },
      { type: "text", text: "Fim." },
    )
    expect(answer?.reasoning).toBe("[present_files] plano.md\n/mnt/plano.md")
  })

  it("has its thinking of 2024 with its thoughts, and pages whatever their titles say", () => {
    const text =
      "<antThinking>penso</antThinking>Veja:\n" +
      '<antArtifact identifier="c" type="application/vnd.ant.code" language="python" title="soma &gt; 1 > 0">\nprint(1)\n</antArtifact>'
    const answer = claudeAnswer({ type: "text", text })
    expect(answer?.content).toBe("Veja:\n\n\n**soma > 1 > 0**\n\n```python\nprint(1)\n```")
    expect(answer?.reasoning).toBe("penso")
  })

  it("has a page that was written anew in the language in which it was made", () => {
    const made = { id: "p", command: "create", type: "text/html", title: "Página", content: "<h1>Um</h1>" }
    const anew = { id: "p", command: "rewrite", content: "<h1>Dois</h1>" }
    const answer = claudeAnswer(
      { type: "tool_use", name: "artifacts", input: made },
      { type: "tool_use", name: "artifacts", input: anew },
    )
    expect(answer?.content).toContain("**Página**\n\n```html\n<h1>Dois</h1>\n```")
  })

  it("leaves a question alone that has such a tag in it", () => {
    const asked = {
      uuid: "m1",
      sender: "human",
      content: [{ type: "text", text: "O que é <antThinking>x</antThinking>?" }],
    }
    expect(read({ uuid: "u", name: "C", chat_messages: [asked] })?.messages[0]?.content).toContain("<antThinking>x")
  })
})

describe("an answer of Open WebUI", () => {
  const answered = (fields: object) => {
    const messages = {
      q: { id: "q", parentId: null, role: "user", content: "Pense" },
      a: { id: "a", parentId: "q", role: "assistant", content: "", ...fields },
    }
    return read({ id: "w", title: "W", chat: { history: { messages, currentId: "a" } } })?.messages[1]
  }

  it("has its thinking without the marks before its lines, however they are written", () => {
    const told = (lines: string) =>
      answered({
        content: `<details type="reasoning" done="true">\n<summary>Feito</summary>\n${lines}\n</details>\nPronto.`,
      })
    expect(told("&gt; pensei &lt;b&gt;\n&gt; e parei")?.reasoning).toBe("pensei <b>\ne parei")
    expect(told("> pensei\n> e parei")?.reasoning).toBe("pensei\ne parei")
  })

  it.each([[{ content: "Ollama: 500" }], ["Ollama: 500"], [{ message: "Ollama: 500" }]])(
    "that is only an error says so: %j",
    (error) => expect(answered({ error })).toMatchObject({ content: "Ollama: 500", isError: true }),
  )

  it("keeps its sources that have an address", () => {
    const found = [
      {
        source: { name: "https://a.example" },
        metadata: [{ source: "https://a.example", title: "A" }],
        document: ["a"],
      },
      { source: { name: "B", url: "https://b.example" }, metadata: [{ source: "B" }], document: ["b"] },
      { source: { name: "nota.txt" }, metadata: [{ source: "nota.txt" }], document: ["c"] },
    ]
    expect(answered({ content: "Sim.", sources: found })?.citations).toEqual([
      { url: "https://a.example", title: "A" },
      { url: "https://b.example", title: "B" },
    ])
  })
})

it("an answer of LibreChat keeps the pages of its searches, without the marks that its page draws", () => {
  const search = { organic: [{ link: "https://a.example", title: "A" }], references: [{ link: "https://b.example" }] }
  const answer = {
    messageId: "b",
    parentMessageId: "a",
    isCreatedByUser: false,
    text: "Sim \u{e202}turn0search0. \u{e200}\u{e202}turn0search0\u{e202}turn0news1\u{e201}Fim.",
    attachments: [{ type: "web_search", web_search: search }],
  }
  const asked = { messageId: "a", parentMessageId: null, isCreatedByUser: true, text: "É?" }
  expect(read({ conversationId: "l", title: "L", messages: [asked, answer] })?.messages[1]).toMatchObject({
    content: "Sim . Fim.",
    citations: [
      { url: "https://a.example", title: "A" },
      { url: "https://b.example", title: "https://b.example" },
    ],
  })
})

it("the programs that Open WebUI ran stay in its answers, what it called tools with is with its thoughts", () => {
  const told =
    '<details type="tool_calls" done="true" id="1" name="tempo" arguments="{&quot;onde&quot;: &quot;Recife&quot;}" ' +
    'result="&quot;22 °C&quot;"><summary>Feito</summary>\n</details>\n' +
    '<details type="code_interpreter" done="true" output="{&quot;stdout&quot;: &quot;SAÍDA&quot;}">' +
    "<summary>Analyzed</summary>\n```python\nprint(1)\n```\n</details>\nPronto."
  const messages = {
    q: { id: "q", parentId: null, role: "user", content: "Rode" },
    a: { id: "a", parentId: "q", role: "assistant", content: told },
  }
  const answer = read({ id: "w", title: "Rode", chat: { history: { messages, currentId: "a" } } })?.messages[1]
  expect(answer?.content).toBe("```python\nprint(1)\n```\nPronto.")
  expect(answer?.reasoning).toBe('[tempo] {"onde": "Recife"}\n\n22 °C\n\n[code_interpreter] {"stdout": "SAÍDA"}')
})

it("what LibreChat called a tool with, and the files of its answers, are kept", () => {
  const call = { name: "python", args: '{"code":"print(1)"}', output: long("SAÍDA") }
  const answer = {
    messageId: "b",
    parentMessageId: "a",
    isCreatedByUser: false,
    content: [
      { type: "tool_call", tool_call: call },
      { type: "text", text: { value: "Pronto." } },
    ],
    files: [{ filename: "dados.csv", type: "text/csv", text: "A;B" }],
  }
  const asked = { messageId: "a", parentMessageId: null, isCreatedByUser: true, text: "Rode" }
  const answered = read({ conversationId: "l", title: "L", messages: [asked, answer] })?.messages[1]
  expect(answered?.content).toBe("Pronto.\n\n**dados.csv**\n\n```\nA;B\n```")
  expect(answered?.reasoning).toBe(`[python] {"code":"print(1)"}\n\n${long("SAÍDA")}`)
})

it("the pictures beside a conversation as Markdown are those of its messages again", () => {
  const url = "nk-image:foto-1/10x20"
  const shown = [
    { type: "text" as const, text: "Veja:\n```\n![](images/no-picture.jpg)\n```" },
    { type: "image_url" as const, image_url: { url } },
  ]
  const words = { user: "Você", assistant: "Assistente", system: "Instruções", reasoning: "", cost: () => undefined }
  const messages = [
    { id: "q", date: 1, role: "user" as const, content: shown },
    { id: "a", date: 2, role: "assistant" as const, content: "Bonita." },
  ]
  const file = chatMarkdown("Foto", messages, { reasoning: false, files: true, costs: false }, words)
  expect(file).toContain("![](images/foto-1.jpg)")
  expect(chatOf(readMarkdownFile(file, context))?.messages[0]?.content).toEqual([
    shown[0],
    { type: "image_url", image_url: { url: pictureAddress("images/foto-1.jpg") } },
  ])
})
