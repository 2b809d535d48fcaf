import { describe, expect, it } from "vitest"
import { conversation } from "../../testing/exports/chatgpt.ts"
import { chatGptReader } from "./chatgpt.ts"

const context = { now: 1_800_000_000_000, isDayFirst: true, epochOf: Date.UTC, parseIso: Date.parse }
const read = (made: ReturnType<typeof conversation>) =>
  chatGptReader(context)
    .take(made.done())
    .flatMap((one) => (one.kind === "chats" ? one.chats : []))

const mark = "\u{e200}cite\u{e202}turn0search0\u{e201}"
const references = {
  content_references: [
    {
      matched_text: mark,
      items: [
        { url: "https://a.example", title: "A", supporting_websites: [{ url: "https://b.example", title: "B" }] },
      ],
    },
    { type: "sources_footnote", matched_text: " ", sources: [{ url: "https://c.example", title: "C" }] },
  ],
}
const sources = [
  { url: "https://a.example", title: "A" },
  { url: "https://b.example", title: "B" },
  { url: "https://c.example", title: "C" },
]

/** The state of the widget in which a report is drawn. */
function state(text: string, id: string | undefined = "report-1") {
  const content = { content_type: "text", parts: [text] }
  const metadata = { ...references, model_slug: "research" }
  return JSON.stringify({
    status: "completed",
    report_message: { ...(id === "" ? {} : { id }), author: { role: "assistant" }, content, metadata },
  })
}
const tool = { author: { role: "tool", name: "api_tool.call_tool" } }
const asked = (title = "research") => {
  const made = conversation(title)
  made.say("user", "Pesquise a Selic")
  made.say("assistant", '{"path":"start"}', { more: { recipient: "api_tool.call_tool" } })
  return made
}
/** The message in which ChatGPT tells its model the state of a widget; its own page hides it. */
const retold = (made: ReturnType<typeof conversation>, text: string) =>
  made.say("tool", `The latest state of the widget is: ${text}`, {
    more: tool,
    metadata: { is_visually_hidden_from_conversation: true },
  })

describe("the report of a deep research is the answer, with its sources", () => {
  const report = `# Selic\n\nEstá em 15%${mark}.`
  const words = "# Selic\n\nEstá em 15%."

  it.each<readonly [string, (made: ReturnType<typeof conversation>) => unknown]>([
    [
      "as a text in the metadata of the call",
      (made) =>
        made.say("tool", '{"session_id":"s"}', {
          more: tool,
          metadata: { chatgpt_sdk: { widget_state: state(report) } },
        }),
    ],
    [
      "as an object, in another state",
      (made) =>
        made.say("tool", "", {
          more: tool,
          metadata: { chatgpt_sdk: { widget_state: { widget_state: JSON.parse(state(report)) as unknown } } },
        }),
    ],
    [
      "in what the tool gave back",
      (made) =>
        made.say("tool", "", {
          more: tool,
          metadata: { chatgpt_sdk: { tool_response_metadata: { venus_widget_state: state(report, "") } } },
        }),
    ],
    ["in a hidden message", (made) => retold(made, state(report))],
    ["as all that a tool said", (made) => made.say("tool", state(report), { more: tool })],
    [
      "as the result of the tool, in 2025",
      (made) =>
        made.say("tool", report, { more: tool, metadata: { ...references, is_async_task_result_message: true } }),
    ],
  ])("%s", (_how, say) => {
    const made = asked()
    say(made)
    made.say("assistant", "")
    made.say("user", "Obrigado")
    made.say("assistant", "De nada")
    const [chat] = read(made)
    expect(chat?.messages.map(({ content }) => content)).toEqual(["Pesquise a Selic", words, "Obrigado", "De nada"])
    expect(chat?.messages[1]?.citations).toEqual(sources)
    expect(chat?.messages[1]?.reasoning ?? "").not.toContain("15%")
    expect(chat?.leftOut).toBe(0)
  })

  it("once, as it was at its end, however often its model was told of it", () => {
    const made = asked()
    const metadata = { chatgpt_sdk: { widget_state: state("# Selic, esboço") } }
    made.say("tool", "", { more: tool, metadata })
    retold(made, state(report))
    retold(made, state(report, ""))
    made.say("user", "Obrigado")
    retold(made, state(report))
    made.say("assistant", "De nada")
    const [chat] = read(made)
    expect(chat?.messages.map(({ content }) => content)).toEqual(["Pesquise a Selic", words, "Obrigado", "De nada"])
    expect(chat?.leftOut).toBe(0)
  })

  it("two of a conversation stay two", () => {
    const made = asked()
    retold(made, state("# Selic", "one"))
    made.say("user", "Agora o PIB")
    retold(made, state("# PIB", "two"))
    expect(read(made)[0]?.messages.map(({ content }) => content)).toEqual([
      "Pesquise a Selic",
      "# Selic",
      "Agora o PIB",
      "# PIB",
    ])
  })

  it("a state without a report is told as hidden, and so are the words of a user that look like one kept", () => {
    const made = asked()
    retold(made, '{"status":"waiting"}')
    made.say("assistant", "Ainda pesquiso.")
    made.say("user", `The latest state of the widget is: ${state("# X")}`)
    const [chat] = read(made)
    expect(chat?.messages[1]?.content).toBe("Ainda pesquiso.")
    expect(chat?.messages[2]?.content).toContain("The latest state")
    expect(chat?.leftOut).toBe(1)
  })
})

it("thoughts that are a text, and what a tool printed or read, are with the thoughts", () => {
  const made = conversation("kinds")
  made.say("user", "Quantos?")
  made.say("assistant", { content_type: "thoughts", thoughts: "Conto um a um." })
  made.say("assistant", { content_type: "thoughts", thoughts: [{ summary: "Crivo", chunks: ["por ", "partes"] }] })
  made.say("tool", { content_type: "citable_code_output", output_str: "L0: 25" }, { more: tool })
  made.say(
    "tool",
    { content_type: "tether_quote", url: "https://a.example", title: "Primos", text: "São 25." },
    { more: tool },
  )
  made.say("assistant", "25.")
  const answer = read(made)[0]?.messages[1]
  expect(answer?.content).toBe("25.")
  expect(answer?.reasoning).toBe(
    "Conto um a um.\n\nCrivo\npor partes\n\n[api_tool.call_tool] L0: 25\n\n" +
      "[api_tool.call_tool] Primos\nhttps://a.example\nSão 25.",
  )
})

it("who of several people wrote a question stands before it", () => {
  const made = conversation("group")
  const by = (name: string) => ({ more: { author: { role: "user", name } } })
  made.say("user", "Vamos a Natal?", by("Ana"))
  made.say("user", "Prefiro Recife", by("Bruno"))
  made.say("assistant", "Dá para fazer as duas.")
  expect(read(made)[0]?.messages.map(({ content }) => content)).toEqual([
    "Ana: Vamos a Natal?",
    "Bruno: Prefiro Recife",
    "Dá para fazer as duas.",
  ])
  const alone = conversation("alone")
  alone.say("user", "Oi", by("Ana"))
  alone.say("assistant", "Olá")
  expect(read(alone)[0]?.messages[0]?.content).toBe("Oi")
})
