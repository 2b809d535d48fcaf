import "fake-indexeddb/auto"
import { IDBFactory } from "fake-indexeddb"
import { beforeEach, describe, expect, it } from "vitest"
import { storedSessions } from "#core/conversation/collections.ts"
import { messageShape, toRecord } from "#core/conversation/message-record.ts"
import { defaultModelConfig } from "#core/settings/model-config.ts"
import { fileTextOf } from "#core/conversation/attachment.ts"
import { filesOf, wordsOf } from "#core/gateway/content.ts"
import { conversation } from "../../../testing/exports/chatgpt.ts"
import { zipOf } from "../../../testing/exports/zip.ts"
import { readRow } from "#core/storage/collection.ts"
import { ofSession } from "../storage/change-stores.ts"
import { openDatabase, type ProsaDatabase } from "../storage/database.ts"
import { openRecordWriter } from "../storage/record-writer.ts"
import { runImport, type ImportRun } from "./run-import.ts"
import { undoImport } from "./undo-import.ts"

/* What stands here of conversations that several files tell, or one file several times: nothing is lost, and the report is true. */

let database: ProsaDatabase
let now = Date.UTC(2026, 10, 24)

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory()
  database = await openDatabase(() => {})
})

/** An import of files with some contents. */
function importOf(...contents: readonly unknown[]): ImportRun {
  return {
    database,
    files: contents.map((content, at) => new File([JSON.stringify(content)], `${at}.json`)),
    habits: {
      modelConfig: defaultModelConfig,
      lang: "pt",
      now: (now += 60_000),
      words: { missingPicture: "sem imagem", branch: "{title} (ramo {number})" },
    },
    isWriting: true,
    progress: () => {},
    isCancelled: () => false,
  }
}

/** Looks at a file, brings it, and says what is told of it; what is told before is what is told after. */
async function bring(...contents: readonly unknown[]) {
  const run = (isWriting: boolean) => runImport({ ...importOf(...contents), isWriting })
  const before = await run(false)
  const { importId = "", came, grown, messages } = await run(true)
  expect([before.came, before.grown, before.messages]).toEqual([came, grown, messages])
  return { told: { came, grown, messages }, importId }
}

const undo = ({ importId }: { readonly importId: string }) => undoImport(database, importId, () => {})

async function chats() {
  return (await database.getAll("sessions")).flatMap((row) => readRow(storedSessions, row)?.value.value ?? [])
}

/** What is stored: by title, the words of the messages in order. */
async function stored(): Promise<Record<string, string>> {
  const told = (await chats()).map(async ({ id, topic }) => {
    const rows = await database.getAllFromIndex("messages", "by-session", ofSession(id))
    return [topic, rows.map(({ message }) => wordsOf(message.content)).join(" | ")] as const
  })
  return Object.fromEntries(await Promise.all(told))
}

const nothing = { came: 0, grown: 0, messages: 0 }

/** A chat of NextChat; of each message its id, where it has one, and its words. */
function session(id: unknown, topic: string, said: readonly (readonly [id: string | undefined, words: string])[]) {
  return {
    id,
    topic,
    lastUpdate: 1_700_000_000_000 + said.length,
    mask: { context: [] },
    messages: said.map(([messageId, content], at) => ({
      ...(messageId === undefined ? {} : { id: messageId }),
      role: at % 2 === 0 ? "user" : "assistant",
      content,
      date: `07/05/2024, 20:05:${String(at).padStart(2, "0")}`,
    })),
  }
}

const backup = (...sessions: readonly unknown[]) => ({ "chat-next-web-store": { sessions } })

describe("a conversation that an older release has read", () => {
  const thought = "<antThinking>Pensa.</antThinking>\n\nResposta"
  const marked = "Resposta \u{e202}turn0search1 e fim"
  const list = '<ol start="3"><li><p>Um</p></li><li>Dois</li></ol><table><tr><td><p>a</p><p>b</p></td></tr></table>'
  const time = "2025-06-01T12:00:00Z"
  const claude = (text: string) => ({
    uuid: "claude-chat",
    name: "Antiga",
    created_at: time,
    chat_messages: [
      { uuid: "claude-q", sender: "human", text: "P1", created_at: time },
      { uuid: "claude-a", sender: "assistant", text, created_at: time },
    ],
  })
  const libre = (text: string) => ({
    conversationId: "libre-chat",
    title: "Antiga",
    messages: [
      { messageId: "libre-q", parentMessageId: null, isCreatedByUser: true, text: "P1", createdAt: time },
      { messageId: "libre-a", parentMessageId: "libre-q", isCreatedByUser: false, text, createdAt: time },
    ],
  })
  const framed = (words: string) => {
    const made = conversation("framed", "Antiga")
    made.say("user", "P1")
    made.say("assistant", `:::writing{variant="document" id="1"}\n${words}\n:::`)
    return [made.done()]
  }
  const gemini = (html: string) => ({
    header: "Apps do Gemini",
    products: ["Apps do Gemini"],
    title: "Comando enviado: P1",
    time,
    safeHtmlItem: [{ html }],
  })
  it.each([
    ["with the thinking of Claude among its words", [claude(thought)], [claude("Outra resposta")], thought],
    [
      "with ChatGPT's frames",
      framed("Resposta"),
      framed("Outra resposta"),
      ':::writing{variant="document" id="1"}\nResposta\n:::',
    ],
    ["with LibreChat's marks of sources", libre(marked), libre("Outra resposta"), marked],
    [
      "with other lines in its lists",
      [gemini(list)],
      [gemini("Outra resposta")],
      "1.\n\nUm\n\n2. Dois\n\n| ab |\n| --- |",
    ],
  ])("%s is known, and brought where it says something else", async (_, file, other, before) => {
    await bring(file)
    for (const row of await database.getAll("messages")) {
      if (row.message.role !== "assistant") continue
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await database.put("messages", { ...row, message: { ...row.message, content: before } })
    }
    expect((await bring(file)).told).toEqual(nothing)
    expect((await bring(other)).told).toMatchObject({ came: 1 })
  })
})

it("a conversation that became several people's, or was read before these were told apart, goes on and comes no second time", async () => {
  const group = (isSigned: boolean, ...more: readonly string[]) => {
    const made = conversation("group", "Viagem")
    const by = (name: string) => (isSigned ? { more: { author: { role: "user", name } } } : {})
    made.say("user", "Vamos a Natal?", by("Ana"))
    made.say("user", "Prefiro Recife", by("Bruno"))
    made.say("assistant", "As duas.")
    for (const one of more) made.say("user", one, by("Ana"))
    return [made.done()]
  }
  await bring(group(false))
  expect((await bring(group(true))).told).toEqual(nothing)
  expect((await bring(group(true, "Quando?"))).told).toEqual({ came: 0, grown: 1, messages: 1 })
  expect(await stored()).toEqual({ Viagem: "Vamos a Natal? | Prefiro Recife | As duas. | Ana: Quando?" })
})

describe("messages that bear ids of another conversation's", () => {
  const said = [
    ["message-one", "P1"],
    ["message-two", "R1"],
  ] as const
  const first = session("session-first", "Primeira", said)
  const fork = session("session-forked", "Bifurcada", [...said, ["message-fork", "P2"]])

  it("come beside those of one that is here, at every import the same, and go again alone", async () => {
    await bring(backup(first))
    const forked = await bring(backup(fork))
    expect(forked.told).toEqual({ came: 1, grown: 0, messages: 3 })
    const both = { Primeira: "P1 | R1", Bifurcada: "P1 | R1 | P2" }
    expect(await stored()).toEqual(both)
    expect((await bring(backup(fork, first))).told).toEqual(nothing)
    // It goes on in its own conversation.
    const longer = session("session-forked", "Bifurcada", [...said, ["message-fork", "P2"], ["message-last", "R2"]])
    const grown = await bring(backup(longer))
    expect(grown.told).toEqual({ came: 0, grown: 1, messages: 1 })
    expect(await stored()).toEqual({ ...both, Bifurcada: "P1 | R1 | P2 | R2" })
    await undo(forked)
    expect(await stored()).toEqual({ ...both, Bifurcada: "P1 | R1 | P2 | R2" })
    await undo(grown)
    expect(await stored()).toEqual({ Primeira: "P1 | R1" })
  })

  it("come with both conversations of one file", async () => {
    expect((await bring(backup(first, fork))).told).toEqual({ came: 2, grown: 0, messages: 5 })
    expect(await stored()).toEqual({ Primeira: "P1 | R1", Bifurcada: "P1 | R1 | P2" })
    expect((await bring(backup(first, fork))).told).toEqual(nothing)
    const many = Array.from({ length: 60 }, (_one, at) => session(`session-${at}-of-many`, `Cópia ${at}`, said))
    expect((await bring(backup(...many, fork, first))).told).toEqual({ came: 60, grown: 0, messages: 120 })
    expect(new Set(Object.values(await stored()))).toEqual(new Set(["P1 | R1", "P1 | R1 | P2"]))
    expect(await database.count("messages")).toBe(125)
  })

  it("come beside those of one that is written while they are read", async () => {
    const many = Array.from({ length: 60 }, (_one, at) => session(`session-${at}-of-many`, `Muitas ${at}`, said))
    let [looks, writing] = [0, Promise.resolve("")]
    const message = { id: "message-fork", role: "user" as const, content: "Daqui", date: 1 }
    await runImport({
      ...importOf(backup(...many, fork)),
      isCancelled: () => {
        looks += 1
        if (looks === 55) {
          writing = database.put("messages", { id: message.id, sessionId: "written-here", position: 1, message })
        }
        return false
      },
    })
    await writing
    expect((await database.get("messages", message.id))?.sessionId).toBe("written-here")
    expect((await stored())["Bifurcada"]).toBe("P1 | R1 | P2")
  })

  it("come with a file of ours that names another conversation, even twice the same", async () => {
    await bring(backup(first))
    const messages = [...first.messages, ...first.messages].map((message, at) => ({ ...message, date: 1 + at }))
    const ours = {
      messages: [{ role: "user", content: "a" }],
      prosa: { v: 1, id: "another-one", topic: "Outra", messages },
    }
    const brought = await bring(ours)
    expect(brought.told).toEqual({ came: 1, grown: 0, messages: 4 })
    expect(await stored()).toEqual({ Primeira: "P1 | R1", Outra: "P1 | R1 | P1 | R1" })
    expect((await bring(ours)).told).toEqual(nothing)
    await undo(brought)
    expect(await stored()).toEqual({ Primeira: "P1 | R1" })
  })
})

describe("a conversation whose messages bear no ids", () => {
  const said = (...words: readonly string[]) => words.map((one) => [undefined, one] as const)

  it("is found again, and goes on, whatever of its title and its time has changed", async () => {
    for (const id of [1_680_000_000_001, "session-without-ids"]) {
      await bring(backup(session(id, "Nova Conversa", said("P1", "R1", "P1", "R1"))))
      expect((await bring(backup(session(id, "Nova Conversa", said("P1", "R1", "P1", "R1"))))).told).toEqual(nothing)
      const grown = backup(session(id, "Com nome", said("P1", "R1", "P1", "R1", "P1", "R2")))
      expect((await bring(grown)).told).toEqual({ came: 0, grown: 1, messages: 2 })
      expect((await bring(grown)).told).toEqual(nothing)
      expect(await stored()).toEqual({ "": "P1 | R1 | P1 | R1 | P1 | R2" })
    }
    expect(await database.count("sessions")).toBe(2)
  })

  it("is found again in a list of messages with roles, and goes on with one", async () => {
    const list = (...words: readonly string[]) =>
      words.map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content }))
    const exported = (...words: readonly string[]) => ({
      messages: [{ role: "system", content: "Você é um assistente que Simples" }, ...list(...words)],
    })
    for (const [title, file] of [
      ["Simples", exported],
      [
        "Chamado",
        (...words: readonly string[]) => ({ id: "1", title: "Chamado", messages: list("Olá!", ...words.slice(1)) }),
      ],
      ["Primeira coisa", (...words: readonly string[]) => list("Primeira coisa", ...words.slice(1))],
    ] as const) {
      const first = (await bring(file("Oi", "Olá"))).told
      expect([title, first]).toEqual([title, { came: 1, grown: 0, messages: 2 }])
      expect([title, (await bring(file("Oi", "Olá"))).told]).toEqual([title, nothing])
      expect([title, (await bring(file("Oi", "Olá", "Oi", "De novo?"))).told]).toEqual([
        title,
        { came: 0, grown: 1, messages: 2 },
      ])
      expect([title, (await bring(file("Oi", "Olá"))).told]).toEqual([title, nothing])
    }
    expect(await stored()).toEqual({
      Simples: "Oi | Olá | Oi | De novo?",
      Chamado: "Olá! | Olá | Oi | De novo?",
      "Primeira coisa": "Primeira coisa | Olá | Oi | De novo?",
    })
  })
})

/** A conversation of ChatGPT with so many questions and their answers. */
function turns(count: number) {
  const made = conversation("turns", "Viagem")
  for (let turn = 1; turn <= count; turn += 1) {
    made.say("user", `P${turn}`)
    made.say("assistant", `R${turn}`)
  }
  return [made.done()]
}

/** Says something in a conversation that is here, as its reader does. */
async function say(title: string, content: string): Promise<void> {
  const sessionId = (await chats()).find(({ topic }) => topic === title)?.id ?? ""
  const rows = await database.getAllFromIndex("messages", "by-session", ofSession(sessionId))
  const position = (rows.at(-1)?.position ?? 0) + 1
  const message = { id: `here-${position}`, date: position, role: "user" as const, content }
  await database.put("messages", { id: message.id, sessionId, position, message })
}

it("what a file has more of a conversation that went on here comes as a copy, which goes on by itself", async () => {
  await bring(turns(1))
  await say("Viagem", "minha")
  const longer = await bring(turns(2))
  expect(longer.told).toEqual({ came: 1, grown: 0, messages: 4 })
  expect(await stored()).toEqual({ Viagem: "P1 | R1 | minha", "Viagem (ramo 2)": "P1 | R1 | P2 | R2" })
  expect((await bring(turns(2))).told).toEqual(nothing)
  expect((await bring(turns(1))).told).toEqual(nothing)
  expect((await bring(turns(3))).told).toEqual({ came: 0, grown: 1, messages: 2 })
  await say("Viagem (ramo 2)", "também minha")
  const last = await bring(turns(4))
  const all = "P1 | R1 | P2 | R2 | P3 | R3"
  expect(await stored()).toEqual({
    Viagem: "P1 | R1 | minha",
    "Viagem (ramo 2)": `${all} | também minha`,
    "Viagem (ramo 3)": `${all} | P4 | R4`,
  })
  await undo(last)
  await undo(longer)
  expect(await stored()).toEqual({ Viagem: "P1 | R1 | minha", "Viagem (ramo 2)": `${all} | também minha` })
})

it("what a file has before the part that is here comes with all of it, once", async () => {
  const said = ["P1", "R1", "P2", "R2"].map((words, at) => [`message-${at}`, words] as const)
  await bring(backup(session("session-in-parts", "Partes", said.slice(2))))
  expect((await bring(backup(session("session-in-parts", "Partes", said)))).told).toEqual({
    came: 1,
    grown: 0,
    messages: 4,
  })
  expect((await bring(backup(session("session-in-parts", "Partes", said)))).told).toEqual(nothing)
  expect(await stored()).toEqual({ Partes: "P2 | R2", "Partes (ramo 2)": "P1 | R1 | P2 | R2" })
})

describe("what a file says else of a message that is here comes as a copy, once:", () => {
  /** Brings it twice; the second time nothing is new, nor with the older file after it. */
  async function comesOnce(older: unknown, newer: unknown, expected: Record<string, string>) {
    await bring(older)
    const one = await stored()
    const brought = await bring(newer)
    expect([brought.told.came, brought.told.grown]).toEqual([1, 0])
    expect(await stored()).toEqual(expected)
    expect((await bring(newer)).told).toEqual(nothing)
    expect((await bring(older)).told).toEqual(nothing)
    await undo(brought)
    expect(await stored()).toEqual(one)
  }
  const answered = (...more: readonly ((made: ReturnType<typeof conversation>, asked: string) => void)[]) => {
    const made = conversation("again", "Viagem")
    const asked = made.say("user", "P1")
    made.say("assistant", "R1")
    for (const change of more) change(made, asked)
    return [made.done()]
  }

  it("an answer that ChatGPT has made anew", async () => {
    const anew = answered((made, asked) => void made.say("assistant", "R1 nova", { under: asked }))
    await comesOnce(answered(), anew, { Viagem: "P1 | R1", "Viagem (ramo 2)": "P1 | R1 nova" })
  })

  it("an answer of ChatGPT that went on in a further node", async () => {
    const longer = answered((made) => void made.say("assistant", "e mais"))
    await comesOnce(answered(), longer, { Viagem: "P1 | R1", "Viagem (ramo 2)": "P1 | R1\n\ne mais" })
  })

  it("a message that was edited in NextChat, and again", async () => {
    const edited = (words: string) =>
      backup(
        session("session-edited", "Editada", [
          ["message-one", words],
          ["message-two", `R ${words}`],
        ]),
      )
    const both = { Editada: "um | R um", "Editada (ramo 2)": "dois | R dois" }
    await comesOnce(edited("um"), edited("dois"), both)
    await bring(edited("dois"))
    await bring(edited("três"))
    expect(await stored()).toEqual({ ...both, "Editada (ramo 3)": "três | R três" })
    for (const words of ["um", "dois", "três"]) expect((await bring(edited(words))).told).toEqual(nothing)
  })

  it("the earlier messages of a file of ours that held a part", async () => {
    const messages = ["P1", "R1", "P2", "R2"].map((content, at) => ({
      id: `message-${at}`,
      role: at % 2 === 0 ? "user" : "assistant",
      content,
      date: at + 1,
    }))
    const ours = (from: number) => ({
      messages: [{ role: "user", content: "a" }],
      prosa: { v: 1, id: "ours-in-parts", topic: "Partes", messages: messages.slice(from) },
    })
    await comesOnce(ours(2), ours(0), { Partes: "P2 | R2", "Partes (ramo 2)": "P1 | R1 | P2 | R2" })
  })

  it("the earlier turns of a conversation with Gemini", async () => {
    const entry = (turn: number) => ({
      header: "Gemini Apps",
      title: `Prompted P${turn}`,
      titleUrl: "https://gemini.google.com/app/abcdef123456",
      time: `2025-03-01T10:0${turn}:00.000Z`,
      products: ["Gemini Apps"],
      safeHtmlItem: [{ html: `<p>R${turn}</p>` }],
    })
    await bring([entry(4), entry(3)])
    expect((await bring([entry(4), entry(3), entry(2), entry(1)])).told).toEqual({ came: 1, grown: 0, messages: 8 })
    expect((await bring([entry(4), entry(3), entry(2), entry(1)])).told).toEqual(nothing)
    expect(Object.values(await stored())).toEqual(
      expect.arrayContaining(["P3 | R3 | P4 | R4", "P1 | R1 | P2 | R2 | P3 | R3 | P4 | R4"]),
    )
  })

  it("the answer of a later file of the same import", async () => {
    const anew = answered((made, asked) => void made.say("assistant", "R1 nova", { under: asked }))
    expect((await bring(answered(), anew, anew)).told).toEqual({ came: 2, grown: 0, messages: 4 })
    expect(await stored()).toEqual({ Viagem: "P1 | R1", "Viagem (ramo 2)": "P1 | R1 nova" })
  })
})

it("a question that its reader has edited here is not brought again as it was", async () => {
  await bring(turns(2))
  const row = (await database.getAll("messages")).find(({ message }) => message.content === "P1")
  if (row === undefined) throw new Error("nothing came")
  const write = database.transaction(["messages", "graves", "peers", "outbox"], "readwrite")
  const writer = await openRecordWriter(write, now)
  const before = toRecord(row)
  const after = { ...before, message: { ...before.message, content: "P1 corrigida" } }
  const form = { version: 1, name: "messages", shape: messageShape } as const
  const { sync } =
    writer.row(
      form,
      { id: row.id, value: before, ...(row.sync && { sync: row.sync }) },
      { id: row.id, before, after },
    ) ?? {}
  void write
    .objectStore("messages")
    .put({ ...row, message: { ...row.message, content: "P1 corrigida" }, ...(sync && { sync }) })
  writer.close()
  await write.done
  expect((await bring(turns(2))).told).toEqual(nothing)
  expect(await stored()).toEqual({ Viagem: "P1 corrigida | R1 | P2 | R2" })
})

it("texts of files that were missing come with a later file, into the messages that named them, and go with these", async () => {
  const attached = () => {
    const made = conversation("attached", "Com anexos")
    const attachments = [
      { id: "file-Aa1", name: "um.md", mime_type: "text/markdown" },
      { id: "file-Bb2", name: "dois.md", mime_type: "text/markdown" },
    ]
    made.say("user", "Resuma", { metadata: { attachments } })
    made.say("assistant", "Resumi.")
    return made.done()
  }
  const archive = (files: Record<string, string>) =>
    new File([new Uint8Array(zipOf({ "conversations.json": [attached()], ...files }))], "export.zip")
  const run = (file: File, isWriting: boolean) =>
    runImport({
      database,
      files: [file],
      habits: {
        modelConfig: defaultModelConfig,
        lang: "pt",
        now: (now += 60_000),
        words: { missingPicture: "sem imagem", branch: "{title} (ramo {number})" },
      },
      isWriting,
      progress: () => {},
      isCancelled: () => false,
    })
  const texts = async () =>
    (await database.getAll("messages")).flatMap(({ message }) => filesOf(message.content).map(fileTextOf))

  const first = await run(archive({}), true)
  expect([first.came, first.missingFiles, await texts()]).toEqual([1, 2, ["", ""]])
  const one = archive({ "file-Aa1-um.md": "# Um" })
  const looked = await run(one, false)
  expect([looked.filled, looked.skipped, looked.entries, await texts()]).toEqual([1, [], 1, ["", ""]])
  const second = await run(one, true)
  expect([second.filled, second.skipped, second.importId, await texts()]).toEqual([1, [], undefined, ["# Um", ""]])
  expect(await run(one, false)).toMatchObject({ filled: 0, skipped: [{ reason: "known", count: 1 }] })
  await run(archive({ "file-Aa1-um.md": "# Outro", "file-Bb2-dois.md": "# Dois" }), true)
  expect(await texts()).toEqual(["# Um", "# Dois"])
  // What was filled in is nobody's change.
  expect(await undo({ importId: first.importId ?? "" })).toEqual({ removed: 1, kept: 0, passedOn: 0 })
})
