import { describe, expect, it } from "vitest"
import { wordsOf } from "#core/gateway/content.ts"
import { conversation } from "../../../testing/exports/chatgpt.ts"
import { zipOf } from "../../../testing/exports/zip.ts"
import { openFiles } from "./read-import.ts"
import { readingContext } from "./run-import.ts"

/* Exports of several years and programs, in the shapes they really have: what comes, what does not, and why. */

type Content = string | Uint8Array<ArrayBuffer>

/** What an import reads of some files, counted as its report counts. */
async function readOf(...files: readonly (readonly [name: string, content: Content])[]) {
  const opened = await openFiles(
    files.map(([name, content]) => new File([content], name)),
    readingContext(Date.UTC(2026, 10, 24)),
  )
  const chats: string[] = []
  const skipped: string[] = []
  const [others, cut]: [string[], string[]] = [[], []]
  await opened.read({
    take: async (outcomes) => {
      for (const one of outcomes) {
        if (one.kind === "chats") {
          for (const { title, messages, branch, leftOut } of one.chats) {
            const said = messages.map(({ role, content, reasoning, versions, citations }) => {
              const words = wordsOf(content).replaceAll(/\s+/g, " ").slice(0, 60)
              const parts = typeof content === "string" ? 0 : content.filter(({ type }) => type === "image_url").length
              const marks = [
                parts > 0 ? `${parts} picture` : "",
                typeof content === "string" ? "" : content.flatMap((part) => ("file" in part ? "file" : [])).join(" "),
                reasoning === undefined ? "" : "thoughts",
                versions === undefined ? "" : `${versions.before.length + versions.after.length} versions`,
                citations === undefined ? "" : `${citations.length} sources`,
              ].filter((mark) => mark !== "")
              return `${role === "user" ? "P" : "R"}: ${words}${marks.length > 0 ? ` (${marks.join(", ")})` : ""}`
            })
            chats.push(
              [
                `${title}${branch === undefined ? "" : ` [${branch}]`}${leftOut > 0 ? ` −${leftOut}` : ""}`,
                ...said,
              ].join(" | "),
            )
          }
        }
        if (one.kind === "skipped") skipped.push(one.reason)
        if (one.kind === "records") skipped.push(`${one.records.length} ${one.store}`)
      }
    },
    progress: () => {},
    otherFile: (name) => void others.push(name),
    cutFile: (name) => void cut.push(name),
    copy: () => {},
    isCancelled: () => false,
  })
  return { chats, skipped, others, cut }
}

const text = (value: unknown) => JSON.stringify(value)

/** ChatGPT in 2023: a hidden system message first, plugins and finish details, an answer made anew. */
function chatGpt2023() {
  const made = conversation("g23", "Viagem a Recife", 1_684_000_000)
  made.say("system", "", { more: { end_turn: true, weight: 0 }, metadata: {} })
  const asked = made.say("user", "O que ver em Recife?", { metadata: { timestamp_: "absolute" } })
  made.say("assistant", "O Marco Zero.", {
    metadata: { model_slug: "text-davinci-002-render-sha", finish_details: { type: "stop", stop: "<|im_end|>" } },
  })
  made.say("assistant", "O Recife Antigo.", { under: asked, metadata: { model_slug: "gpt-4" } })
  made.say("user", "E em Olinda?")
  made.say("assistant", { content_type: "text", parts: ["As ladeiras."] }, { metadata: { model_slug: "gpt-4" } })
  return { ...made.done(), moderation_results: [], plugin_ids: null }
}

/** ChatGPT in 2024: pictures, code that ran, a page that was made and changed, a question that was asked in other words. */
function chatGpt2024() {
  const made = conversation("g24", "Planilha", 1_712_000_000)
  made.say(
    "user",
    {
      content_type: "multimodal_text",
      parts: [
        { content_type: "image_asset_pointer", asset_pointer: "file-service://file-AbC123", width: 640 },
        "Some isto",
      ],
    },
    {
      metadata: {
        attachments: [
          { id: "file-AbC123", name: "nota.png", mime_type: "image/png" },
          { id: "file-X", name: "dados.csv", size: 12 },
        ],
      },
    },
  )
  made.say(
    "assistant",
    { content_type: "code", language: "python", text: "print(1+2)" },
    { more: { recipient: "python" } },
  )
  made.say(
    "tool",
    { content_type: "execution_output", text: "3" },
    { more: { author: { role: "tool", name: "python" } } },
  )
  made.say("assistant", "A soma é 3.")
  made.say("user", "Escreva uma carta")
  made.say(
    "assistant",
    {
      content_type: "code",
      language: "json",
      text: text({ name: "carta", type: "document", content: "Prezada Ana," }),
    },
    { more: { recipient: "canmore.create_textdoc" } },
  )
  made.say("tool", "Successfully created text document with textdoc_id: 'x'", {
    more: { author: { role: "tool", name: "canmore.create_textdoc" } },
    metadata: { canvas: { textdoc_id: "x", textdoc_type: "document" } },
  })
  made.say(
    "assistant",
    {
      content_type: "code",
      language: "json",
      text: text({ updates: [{ pattern: ".*", multiple: false, replacement: "Cara Ana," }] }),
    },
    { more: { recipient: "canmore.update_textdoc" } },
  )
  made.say("assistant", "A carta está pronta.")
  const current = made.done().current_node
  made.say("user", "Some só a primeira coluna", { under: "g24-root" })
  made.say("assistant", "São 2.")
  return { ...made.done(), current_node: current }
}

/** ChatGPT in 2025: thoughts, sources, memory, a voice, a picture that was made, and what people never saw. */
function chatGpt2025() {
  const made = conversation("g25", null, 1_750_000_000.5)
  made.say(
    "user",
    { content_type: "user_editable_context", user_profile: "mora em Recife" },
    { metadata: { is_user_system_message: true } },
  )
  made.say("user", {
    content_type: "multimodal_text",
    parts: [
      { content_type: "audio_transcription", text: "Quanto está o dólar?", direction: "in" },
      {
        content_type: "real_time_user_audio_video_asset_pointer",
        audio_asset_pointer: { asset_pointer: "sediment://a" },
      },
    ],
  })
  made.say("assistant", {
    content_type: "thoughts",
    thoughts: [{ summary: "Procurar", content: "Vou procurar a cotação." }],
  })
  made.say("assistant", { content_type: "reasoning_recap", content: "Pensou por 4 segundos" })
  made.say("assistant", 'search("dólar hoje")', { more: { recipient: "web" } })
  made.say(
    "tool",
    { content_type: "tether_quote", url: "https://bcb.example", text: "5,41" },
    { more: { author: { role: "tool", name: "web" } } },
  )
  made.say("assistant", "Está em R$ 5,41\ue200cite\ue202turn0search0\ue201.", {
    metadata: {
      model_slug: "gpt-5-thinking",
      content_references: [
        {
          matched_text: "\ue200cite\ue202turn0search0\ue201",
          alt: "",
          items: [{ url: "https://bcb.example", title: "BCB" }],
        },
      ],
    },
  })
  made.say("user", "Desenhe uma nota")
  made.say(
    "tool",
    {
      content_type: "multimodal_text",
      parts: [
        {
          content_type: "image_asset_pointer",
          asset_pointer: "sediment://file_00000000abcd",
          metadata: { dalle: { prompt: "nota" } },
        },
      ],
    },
    { more: { author: { role: "tool", name: "t2uay3k.sj1i4kz" } } },
  )
  return { ...made.done(), gizmo_id: null, is_archived: false, memory_scope: "global_enabled" }
}

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`

/** Claude in 2024: shuffled, one time for a question and its answer, a page in a tag. */
const claude2024 = {
  uuid: uuid(1),
  name: "Jogo da velha",
  created_at: "2024-07-01T10:00:00.000000Z",
  updated_at: "2024-07-01T10:01:00.000000Z",
  account: { uuid: uuid(9) },
  chat_messages: [
    {
      uuid: uuid(12),
      sender: "assistant",
      text: 'Aqui está: <antArtifact identifier="a" type="text/html" title="Jogo"><p>x</p></antArtifact> Bom jogo!',
      created_at: "2024-07-01T10:00:00.000000Z",
      attachments: [],
      files: [],
    },
    {
      uuid: uuid(11),
      sender: "human",
      text: "Faça um jogo",
      created_at: "2024-07-01T10:00:00.000000Z",
      attachments: [{ file_name: "regras.txt", file_size: 9, file_type: "txt", extracted_content: "Três em linha" }],
      files: [{ file_name: "campo.jpg" }],
    },
  ],
}

/** Claude in 2025: blocks, thoughts, an artifact, tools, and a branch. */
const claude2025 = {
  uuid: uuid(2),
  name: "",
  summary: "",
  created_at: "2025-08-01T10:00:00.000000Z",
  updated_at: "2025-08-01T10:05:00.000000Z",
  account: { uuid: uuid(9) },
  chat_messages: [
    ["human", 21, 0, [{ type: "text", text: "Resuma o contrato", citations: [] }]],
    [
      "assistant",
      22,
      21,
      [
        { type: "thinking", thinking: "Ler as cláusulas.", summaries: [], cut_off: false },
        {
          type: "tool_use",
          name: "artifacts",
          input: { id: "r", type: "text/markdown", title: "Resumo", command: "create", content: "# Resumo" },
        },
        { type: "tool_result", name: "artifacts", content: [{ type: "text", text: "OK" }] },
        { type: "text", text: "Pronto.", citations: [] },
      ],
    ],
    ["human", 23, 22, [{ type: "text", text: "Mais curto" }]],
    ["assistant", 24, 23, [{ type: "text", text: "Curto." }]],
    ["human", 25, 22, [{ type: "text", text: "Mais longo" }]],
    ["assistant", 26, 25, [{ type: "text", text: "Longo." }]],
  ].map(([sender, id, parent, content]) => ({
    uuid: uuid(id as number),
    parent_message_uuid: uuid(parent as number),
    sender,
    text: "",
    content,
    created_at: `2025-08-01T10:00:${id as number}.000000Z`,
    attachments: [],
    files: [],
  })),
}

const claudeBeside = {
  "users.json": [{ uuid: uuid(9), full_name: "Ana", email_address: "ana@example.com" }],
  "projects.json": [
    {
      uuid: uuid(8),
      name: "Casa",
      description: "",
      prompt_template: "Fale como arquiteta",
      docs: [{ filename: "planta.md", content: "# Planta" }],
    },
  ],
  "memories.json": [{ conversations_memory: "Mora em Recife", account_uuid: uuid(9) }],
}

const takeout = (header: string, title: string, more: object = {}) => ({
  header,
  title,
  time: "2025-03-01T12:00:00.000Z",
  products: [header],
  ...more,
})

const openWebUi = {
  id: "o1",
  title: "Feijoada",
  updated_at: 1_740_000_000,
  created_at: 1_739_999_000,
  chat: {
    title: "Feijoada",
    models: ["llama3"],
    history: {
      currentId: "b2",
      messages: {
        a: {
          id: "a",
          parentId: null,
          childrenIds: ["b1", "b2"],
          role: "user",
          content: "Como fazer feijoada?",
          timestamp: 1_739_999_000,
        },
        b1: {
          id: "b1",
          parentId: "a",
          childrenIds: [],
          role: "assistant",
          content: "Com feijão preto.",
          model: "llama3",
          timestamp: 1_739_999_010,
        },
        b2: {
          id: "b2",
          parentId: "a",
          childrenIds: [],
          role: "assistant",
          content:
            '<details type="reasoning" done="true" duration="3">\n<summary>Thought for 3 seconds</summary>\n> Pensar\n</details>\nDe molho na véspera.',
          model: "deepseek-r1",
          timestamp: 1_739_999_020,
        },
      },
    },
  },
}

const libreChat = {
  conversationId: "l1",
  endpoint: "openAI",
  title: "Poema",
  exportAt: "10:00:00 GMT-0300",
  branches: true,
  recursive: true,
  options: { model: "gpt-4o", promptPrefix: "Responda em versos" },
  messages: [
    {
      messageId: "m1",
      parentMessageId: "00000000-0000-0000-0000-000000000000",
      isCreatedByUser: true,
      sender: "User",
      text: "Faça um poema",
      createdAt: "2025-02-01T10:00:00.000Z",
      children: [
        {
          messageId: "m2",
          parentMessageId: "m1",
          isCreatedByUser: false,
          sender: "GPT-4o",
          content: [
            { type: "think", think: "Rimas" },
            { type: "text", text: "Rosa." },
          ],
        },
        { messageId: "m3", parentMessageId: "m1", isCreatedByUser: false, sender: "GPT-4o", text: "Prosa." },
      ],
    },
  ],
}

const deepSeek = {
  id: "d1",
  title: "Raiz",
  inserted_at: "2025-02-10T10:00:00.000000+08:00",
  updated_at: "2025-02-10T10:01:00.000000+08:00",
  mapping: {
    root: { id: "root", parent: null, children: ["1"], message: null },
    1: {
      id: "1",
      parent: "root",
      children: ["2"],
      message: { inserted_at: "2025-02-10T10:00:00+08:00", fragments: [{ type: "REQUEST", content: "Raiz de 9?" }] },
    },
    2: {
      id: "2",
      parent: "1",
      children: [],
      message: {
        inserted_at: "2025-02-10T10:00:05+08:00",
        model: "deepseek-reasoner",
        fragments: [
          { type: "THINK", content: "3×3" },
          { type: "RESPONSE", content: "3." },
        ],
      },
    },
  },
}

const nextChat = {
  "chat-next-web-store": {
    sessions: [
      {
        id: "n1",
        topic: "Bolo",
        memoryPrompt: "",
        messages: [
          { id: "a", role: "user", content: "Receita de bolo?", date: "21/11/2026, 08:05:03" },
          {
            id: "b",
            role: "assistant",
            content: "Farinha e ovos.",
            date: "21/11/2026, 08:05:09",
            model: "gpt-4o-mini",
            streaming: false,
          },
        ],
        stat: {},
        lastUpdate: 1_763_712_309_000,
        lastSummarizeIndex: 0,
        mask: {
          id: "x",
          name: "Padrão",
          avatar: "gpt-bot",
          context: [],
          modelConfig: {},
          lang: "pt",
          builtin: false,
          createdAt: 1,
        },
      },
    ],
    currentSessionIndex: 0,
  },
  "access-control": { openaiApiKey: "" },
  "app-config": {},
  "mask-store": { masks: {}, language: undefined },
  "prompt-store": { counter: 0, prompts: {} },
}

interface Source {
  readonly file: unknown
  readonly chats: readonly string[]
  readonly skipped?: readonly string[]
}

const sources: Readonly<Record<string, Source>> = {
  "ChatGPT in 2023": {
    file: [chatGpt2023()],
    chats: [
      "Viagem a Recife | P: O que ver em Recife? | R: O Recife Antigo. (1 versions) | P: E em Olinda? | R: As ladeiras.",
    ],
  },
  "ChatGPT in 2024": {
    file: [chatGpt2024()],
    chats: [
      "Planilha | P: Some isto (1 picture, file) | R: ```python print(1+2) ``` A soma é 3. (thoughts) | P: Escreva uma carta | R: Prezada Ana, Cara Ana, A carta está pronta. (thoughts)",
      "Planilha [2] | P: Some só a primeira coluna | R: São 2.",
    ],
  },
  "ChatGPT in 2025": {
    file: [chatGpt2025(), { title: "Sem árvore", conversation_template_id: null, current_node: "x" }],
    chats: [
      "Quanto está o dólar? −1 | P: Quanto está o dólar? | R: Está em R$ 5,41. (thoughts, 1 sources) | P: Desenhe uma nota | R:  (1 picture)",
    ],
    skipped: ["damaged"],
  },
  "Claude in 2024 and 2025": {
    file: [claude2024, claude2025],
    chats: [
      "Jogo da velha | P: Faça um jogo (1 picture, file) | R: Aqui está: **Jogo** ```html <p>x</p> ``` Bom jogo!",
      "Resuma o contrato | P: Resuma o contrato | R: **Resumo** # Resumo Pronto. (thoughts) | P: Mais longo | R: Longo.",
      "Resuma o contrato [2] | P: Resuma o contrato | R: **Resumo** # Resumo Pronto. (thoughts) | P: Mais curto | R: Curto.",
    ],
  },
  "Gemini's activity": {
    file: [
      takeout("Gemini Apps", "Prompted Quanto é 2+2?", { safeHtmlItem: [{ html: "<p>São <b>4</b>.</p>" }] }),
      takeout("Pesquisa", "Pesquisou por dólar"),
      takeout("YouTube", "Watched um vídeo", { titleUrl: "https://www.youtube.com/watch?v=x" }),
      takeout("Aplicativos do Gemini", "Comando enviado: Capital da França?", {
        time: "2025-03-01T12:05:00.000Z",
        safeHtmlItem: [{ html: "<p>Paris</p>" }],
      }),
      takeout("Gemini Apps", "Used an Assistant feature"),
    ],
    chats: ["Gemini, 2025-03-01 | P: Quanto é 2+2? | R: São **4**. | P: Capital da França? | R: Paris"],
    skipped: ["activity", "activity", "activity"],
  },
  "Open WebUI": {
    file: [openWebUi],
    chats: ["Feijoada | P: Como fazer feijoada? | R: De molho na véspera. (thoughts, 1 versions)"],
  },
  LibreChat: { file: libreChat, chats: ["Poema | P: Faça um poema | R: Prosa. (1 versions)"] },
  DeepSeek: { file: [deepSeek], chats: ["Raiz | P: Raiz de 9? | R: 3. (thoughts)"] },
  NextChat: { file: nextChat, chats: ["Bolo | P: Receita de bolo? | R: Farinha e ovos."] },
}

describe.each(Object.entries(sources))("%s", (_, { file, chats, skipped = [] }) => {
  it("comes in, and what does not has a reason", async () => {
    expect(await readOf(["conversas.json", text(file)])).toEqual({ chats, skipped, others: [], cut: [] })
  })

  it("comes in as a Windows program saved it again: a byte order mark, other line ends", async () => {
    const saved = `\u{feff}${JSON.stringify(file, null, 2).replaceAll("\n", "\r\n")}\r\n`
    expect(await readOf(["conversas.json", saved])).toEqual({ chats, skipped, others: [], cut: [] })
  })

  it("that broke off says so, and brings what is whole in it", async () => {
    // A list of three: one is whole, the second is cut.
    const whole = text(file)
    const [first = ""] = chats
    const cut = Array.isArray(file)
      ? `${whole.slice(0, -1)},${whole.slice(1, -1).slice(0, whole.length / 2)}`
      : whole.slice(0, whole.length * 0.9)
    const found = await readOf(["conversas.json", cut]).catch(() => "refused" as const)
    if (found === "refused") expect(Array.isArray(file)).toBe(false)
    else {
      expect(found.cut).toEqual(["conversas.json"])
      if (Array.isArray(file)) expect(found.chats).toContain(first)
    }
  })
})

it("what an archive of Claude has beside its conversations is named", async () => {
  const archive = zipOf({ "conversations.json": [claude2025], ...claudeBeside })
  const { chats, others } = await readOf(["data-2025.zip", new Uint8Array(archive)])
  expect(chats).toEqual(sources["Claude in 2024 and 2025"]?.chats.slice(1))
  expect(others).toEqual(["memories.json", "projects.json", "users.json"])
})

it("Gemini's activity as a page asks for it as JSON", async () => {
  const page = '<html><head><title>Minha atividade</title></head><body><div class="outer-cell mdl-cell">'
  await expect(readOf(["Minha atividade.html", page])).rejects.toMatchObject({ trouble: "html" })
})
