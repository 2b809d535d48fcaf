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
