import { crc32 } from "node:zlib"
import { describe, expect, it } from "vitest"
import { conversation, conversations } from "../../../testing/exports/chatgpt.ts"
import { tinyPng, zipOf } from "../../../testing/exports/zip.ts"
import { openFiles } from "./read-import.ts"
import { readingContext } from "./run-import.ts"

/** What an import finds in files: titles of conversations, rows of a copy, and the files in which there is none. */
async function found(...files: readonly (readonly [name: string, content: BlobPart])[]) {
  const titles: string[] = []
  const rows: string[] = []
  const others: string[] = []
  const cut: string[] = []
  const pictures: string[] = []
  let copy: string | undefined
  const opened = await openFiles(
    files.map(([name, content]) => new File([content], name)),
    readingContext(Date.UTC(2026, 10, 24)),
  )
  await opened.read({
    take: async (outcomes) => {
      for (const one of outcomes) {
        if (one.kind === "chats") titles.push(...one.chats.map(({ title }) => title))
        if (one.kind === "row") rows.push(one.store)
      }
    },
    progress: () => {},
    otherFile: (name) => void others.push(name),
    cutFile: (name) => void cut.push(name),
    copy: ({ file, images }) => {
      copy = file.name
      pictures.push(...images.map(({ id }) => id))
    },
    isCancelled: () => false,
  })
  return { titles, rows, others, cut, ...(copy === undefined ? {} : { copy, pictures }) }
}

function chat(title: string) {
  const made = conversation(title, title)
  made.say("user", "Olá, ação?")
  made.say("assistant", "Sim.")
  return made.done()
}

const asText = JSON.stringify([chat("Única")])
const backup = JSON.stringify({
  "chat-next-web-store": {
    sessions: [
      { id: "s-aaaaaaaa", topic: "Bolo", messages: [{ id: "m-1", role: "user", content: "É?", date: "" }], mask: {} },
    ],
  },
  "access-control": {},
  "app-config": {},
  "mask-store": {},
  "prompt-store": {},
})

describe("a text", () => {
  const wide = Buffer.from(asText, "utf16le")
  it.each<[string, BlobPart]>([
    ["with a mark of its bytes' order", `\u{feff}${asText}`],
    ["of two bytes a letter, the low one first", Buffer.concat([Buffer.from([0xff, 0xfe]), wide])],
    [
      "of two bytes a letter, the high one first",
      Buffer.from(Buffer.concat([Buffer.from([0xff, 0xfe]), wide])).swap16(),
    ],
    ["of two bytes a letter that says nothing of it", wide],
    ["of one byte a letter", Buffer.from(asText, "latin1")],
    ["with one damaged byte", Buffer.concat([Buffer.from(asText), Buffer.from("\n\u{e7}", "latin1")])],
    ["behind white space", `\n \t${asText}\n`],
  ])("%s is read", async (_how, content) => {
    expect((await found(["conversations.json", content])).titles).toEqual(["Única"])
  })

  it("that NextChat's application wrote as a list of its bytes is read", async () => {
    const bytes = Buffer.from(backup).join(",")
    expect((await found(["Backup.json", `[${bytes}]`])).titles).toEqual(["Bolo"])
    expect((await found(["Backup.json", bytes])).titles).toEqual(["Bolo"])
    await expect(found(["Backup.json", "[91, 123, 300, 4]"])).rejects.toMatchObject({ trouble: "damaged" })
  })
})

describe("a copy of ours", () => {
  const copy = (version: number, stores: object) =>
    JSON.stringify({ product: "prosa", version, savedAt: "2025-01-01T00:00:00Z", local: {}, stores })
  it("of the first two versions is read", async () => {
    const first = copy(1, { sessions: [{ id: "abcdefgh", topic: "A" }], settings: [["abcdefgh"]] })
    expect(await found(["prosa.json", first])).toMatchObject({ copy: "prosa.json", rows: ["sessions", "settings"] })
    const second = copy(2, { messages: [{ id: "m" }], images: [{ id: "i", blob: "data:image/png;base64,AAAA" }] })
    expect(await found(["prosa.json", second])).toMatchObject({ copy: "prosa.json", rows: ["messages", "images"] })
  })

  it("of a version to come is refused, alone or in an archive", async () => {
    await expect(found(["prosa.json", copy(99, { sessions: [{}] })])).rejects.toMatchObject({ trouble: "future" })
    const archive = zipOf({ "manifest.json": { format: "prosa-backup", version: 99 }, "copy.json": copy(3, {}) })
    await expect(found(["prosa.zip", new Uint8Array(archive)])).rejects.toMatchObject({ trouble: "future" })
    const rows = { format: "prosa-backup", version: 1, schemas: { copy: 3, database: 99 } }
    const ofLater = zipOf({ "manifest.json": rows, "copy.json": copy(3, { sessions: [{}] }) })
    await expect(found(["prosa.zip", new Uint8Array(ofLater)])).rejects.toMatchObject({ trouble: "future" })
  })
})

describe("several files", () => {
  const copyText = JSON.stringify({ product: "prosa", version: 3, stores: { sessions: [{ id: "a" }] } })
  const archive = (savedAt: string) =>
    new Uint8Array(zipOf({ "manifest.json": { format: "prosa-backup", version: 1, savedAt }, "copy.json": copyText }))

  it("of which one is a copy of ours are refused: it alone would be restored", async () => {
    const refused = { trouble: "several" }
    const mine = ["prosa.zip", archive("2026-01-01")] as const
    await expect(found(["conversations.json", asText], mine)).rejects.toMatchObject(refused)
    await expect(found(mine, ["x.json", asText])).rejects.toMatchObject(refused)
    await expect(found(mine, ["other.zip", archive("2026-01-02")])).rejects.toMatchObject(refused)
    await expect(found(["old.json", copyText], mine)).rejects.toMatchObject(refused)
  })

  it("of which only the copy says anything are that copy, whichever stands first", async () => {
    const mine = ["prosa.zip", archive("2026-01-01")] as const
    expect(await found(["a-list.txt", "to buy"], mine)).toMatchObject({ copy: "prosa.zip", rows: ["sessions"] })
    const around = new Uint8Array(zipOf({ "a-list.txt": "to buy", "prosa.zip": archive("2026-01-01") }))
    expect(await found(["around.zip", around])).toMatchObject({ copy: "prosa.zip", rows: ["sessions"] })
  })

  it("that are one copy, unpacked and packed again in a folder, are that copy with its pictures", async () => {
    const files = {
      "manifest.json": { format: "prosa-backup", version: 1, savedAt: "2026-01-01" },
      "copy.json": copyText,
      "backup.json": backup,
      "images/one-picture": tinyPng,
    }
    for (const folder of ["prosa-2026-01-01/", "Meus arquivos/prosa/", "prosa\\"]) {
      const again = Object.fromEntries(Object.entries(files).map(([name, content]) => [folder + name, content]))
      // oxlint-disable-next-line no-await-in-loop -- one archive after the other
      const read = await found(["de-novo.zip", new Uint8Array(zipOf(again))])
      expect(read).toMatchObject({ copy: "de-novo.zip", rows: ["sessions"], titles: [], pictures: ["one-picture"] })
    }
  })

  it("with records that were put aside as damaged are no copy: nothing of them is restored", async () => {
    const damaged = JSON.stringify({ product: "prosa", kind: "damaged", version: 1, records: [{ store: "messages" }] })
    await expect(found(["prosa-danificados.json", damaged])).rejects.toMatchObject({ trouble: "unsupported" })
  })
})

describe("a damaged file", () => {
  /** An archive with another letter in a text that is not folded, so that only its sum tells. */
  const changed = (files: Parameters<typeof zipOf>[0], from: string, to: string) => {
    const bytes = zipOf(files, 0)
    bytes.write(to, bytes.indexOf(from), "latin1")
    return new Uint8Array(bytes)
  }

  it("in an archive gives what can be read of it, and is told", async () => {
    const files = { "a.json": [chat("Uma")], "b.json": [chat("Outra")] }
    expect(await found(["tudo.zip", changed(files, "Uma", "Ume")])).toMatchObject({
      titles: ["Ume", "Outra"],
      cut: ["a.json"],
    })
    const broken = changed({ "a.json": [chat("Uma")] }, '[{"title', "xxxxxxxx")
    await expect(found(["tudo.zip", broken])).rejects.toMatchObject({ trouble: "unsupported" })
  })

  it("that is a copy of ours gives its rows, and is told, in an archive or cut by itself", async () => {
    const rows = { sessions: [{ id: "a", topic: "Uma" }, { id: "b" }] }
    const text = JSON.stringify({ product: "prosa", version: 3, stores: rows })
    const files = { "manifest.json": { format: "prosa-backup", version: 1 }, "copy.json": text }
    const told = { copy: "prosa.zip", rows: ["sessions", "sessions"], cut: ["prosa.zip"] }
    expect(await found(["prosa.zip", changed(files, "Uma", "Ume")])).toMatchObject(told)
    // Its rows are whole where only what stands beside them is damaged.
    const beside = changed(files, "prosa-backup", "prosa-bbckup")
    expect(await found(["prosa.zip", beside])).toMatchObject({ ...told, cut: [] })
    expect(await found(["prosa.json", text.slice(0, -12)])).toMatchObject({ rows: ["sessions"], cut: ["prosa.json"] })
    expect((await found(["prosa.zip", new Uint8Array(zipOf(files))])).cut).toEqual([])
  })
})

describe("an archive", () => {
  it("of a Mac is read without what the Mac put into it", async () => {
    const archive = zipOf({
      "export/conversations.json": [chat("Uma")],
      "__MACOSX/export/._conversations.json": "\0\u0005\u0016\u0007",
      "export/.DS_Store": "\0",
      "export/user.json": { id: "u" },
    })
    const { titles, others } = await found(["export.zip", new Uint8Array(archive)])
    expect({ titles, others }).toEqual({ titles: ["Uma"], others: ["export/user.json"] })
  })

  it("is several shards, with a number of conversations in each", async () => {
    const archive = zipOf({
      "conversations-001.json": conversations(3, 1, 3),
      "conversations-000.json": conversations(3, 1),
    })
    const { titles } = await found(["export.zip", new Uint8Array(archive)])
    expect(titles).toEqual(Array.from({ length: 6 }, (_one, at) => `Assunto número ${at}`))
  })

  it("with sizes of eight bytes (ZIP64), a comment and data after its entries' headers is read", async () => {
    expect(
      (
        await found([
          "big.zip",
          zip64("conversations.json", asText, "PK\u0005\u0006 is what archives end with, and may stand here"),
        ])
      ).titles,
    ).toEqual(["Única"])
  })

  it("that opens with a password only is told so, alone or in another one", async () => {
    const bytes = new Uint8Array(zipOf({ "conversations.json": asText }))
    const view = new DataView(bytes.buffer)
    // The first bit of an entry's flags, in the directory and at the entry itself.
    const directory = view.getUint32(bytes.length - 6, true)
    for (const place of [6, directory + 8]) view.setUint16(place, view.getUint16(place, true) | 1, true)
    const refused = { trouble: "locked" }
    await expect(found(["locked.zip", bytes])).rejects.toMatchObject(refused)
    await expect(found(["all.zip", new Uint8Array(zipOf({ "locked.zip": bytes }))])).rejects.toMatchObject(refused)
    expect((await found(["locked.zip", bytes], ["a.json", asText])).others).toEqual(["conversations.json"])
  })

  it("whose directory leads out of the file is damaged", async () => {
    const bytes = new Uint8Array(zipOf({ "conversations.json": asText }))
    const end = bytes.length - 22
    new DataView(bytes.buffer).setUint32(end + 16, 0x7fffffff, true)
    await expect(found(["cut.zip", bytes])).rejects.toMatchObject({ trouble: "damaged" })
  })
})

/** An archive of one stored entry, every size and place of which stands in the fields for large ones. */
function zip64(name: string, text: string, comment: string): Uint8Array<ArrayBuffer> {
  const [label, content] = [Buffer.from(name), Buffer.from(text)]
  const far = 0xffffffff
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(45, 4)
  local.writeUInt16LE(8, 6)
  local.writeUInt32LE(far, 18)
  local.writeUInt32LE(far, 22)
  local.writeUInt16LE(label.length, 26)
  local.writeUInt16LE(20, 28)
  const localExtra = Buffer.alloc(20)
  localExtra.writeUInt16LE(1, 0)
  localExtra.writeUInt16LE(16, 2)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt32LE(crc32(content), 16)
  entry.writeUInt16LE(8, 8)
  entry.writeUInt32LE(far, 20)
  entry.writeUInt32LE(far, 24)
  entry.writeUInt16LE(label.length, 28)
  entry.writeUInt16LE(37, 30)
  entry.writeUInt32LE(far, 42)
  // Another program's field stands before that of the sizes.
  const extra = Buffer.alloc(37)
  extra.writeUInt16LE(0x5455, 0)
  extra.writeUInt16LE(5, 2)
  extra.writeUInt16LE(1, 9)
  extra.writeUInt16LE(24, 11)
  extra.writeBigUInt64LE(BigInt(content.length), 13)
  extra.writeBigUInt64LE(BigInt(content.length), 21)
  const descriptor = Buffer.alloc(24)
  const before = Buffer.concat([local, label, localExtra, content, descriptor])
  const directory = Buffer.concat([entry, label, extra])
  const end64 = Buffer.alloc(56)
  end64.writeUInt32LE(0x06064b50, 0)
  end64.writeBigUInt64LE(44n, 4)
  end64.writeBigUInt64LE(1n, 24)
  end64.writeBigUInt64LE(1n, 32)
  end64.writeBigUInt64LE(BigInt(directory.length), 40)
  end64.writeBigUInt64LE(BigInt(before.length), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(before.length + directory.length), 8)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(0xffff, 8)
  end.writeUInt16LE(0xffff, 10)
  end.writeUInt32LE(far, 12)
  end.writeUInt32LE(far, 16)
  end.writeUInt16LE(comment.length, 20)
  return new Uint8Array(Buffer.concat([before, directory, end64, locator, end, Buffer.from(comment, "latin1")]))
}

describe("a ZIP in a ZIP", () => {
  const archive = (files: Parameters<typeof zipOf>[0]) => new Uint8Array(zipOf(files))
  const inner = archive({ "conversations.json": [chat("De dentro")] })
  it("is opened, beside what else is there", async () => {
    const outer = archive({ "parte-1.zip": inner, "conversations.json": [chat("De fora")] })
    const { titles, others } = await found(["tudo.zip", outer])
    expect(titles.toSorted()).toEqual(["De dentro", "De fora"])
    expect(others).toEqual([])
  })
  it("one level deep, and never to more than its archive may hold", async () => {
    const third = archive({ "b.zip": archive({ "a.zip": inner }), "x.json": [chat("Aqui")] })
    expect(await found(["tudo.zip", third])).toMatchObject({ titles: ["Aqui"], others: ["a.zip"] })
    const zeros = archive({ "conversations.json": new Uint8Array(60_000_000) })
    const many = archive(Object.fromEntries(Array.from({ length: 3 }, (_one, at) => [`${at}.zip`, zeros])))
    await expect(found(["tudo.zip", many])).rejects.toMatchObject({ trouble: "bomb" })
    const half = archive({ "a.zip": inner.slice(0, 90), "x.json": [chat("Inteira")] })
    expect(await found(["tudo.zip", half])).toMatchObject({ titles: ["Inteira"], others: ["a.zip"] })
  })
})

describe("a file that somebody attached to a conversation", () => {
  const recipe = "# Bolo\n\n## Ingredientes:\n\n- farinha\n\n## Modo de preparo:\n\nMisture.\n"
  const talk = JSON.stringify({
    messages: [
      { role: "user", content: "Isto era um anexo" },
      { role: "assistant", content: "Sim" },
    ],
  })
  const attachments = [
    { id: "file-Md1", name: "receita.md", mime_type: "text/markdown" },
    { id: "file-Js1", name: "dados.json", mime_type: "application/json" },
    { id: "file_00a1", name: "projeto.zip", mime_type: "application/zip" },
  ]
  const asking = () => {
    const made = conversation("a", "Com anexos")
    made.say("user", "Resuma", { metadata: { attachments } })
    made.say("assistant", "Resumi.")
    return made.done()
  }
  const beside = {
    "file-Md1-receita.md": recipe,
    "file-Js1-dados.json": talk,
    "file_00a1-projeto.zip": zipOf({ "README.md": recipe, "a.json": talk }),
  }

  it("is none itself, in an archive or beside it", async () => {
    const archive = new Uint8Array(zipOf({ ...beside, "conversations.json": [asking()] }))
    expect(await found(["export.zip", archive])).toMatchObject({ titles: ["Com anexos"], others: [] })
    const apart = Object.entries(beside).map(([name, content]) => [name, content as BlobPart] as const)
    expect(await found(...apart, ["conversations.json", JSON.stringify([asking()])])).toMatchObject({
      titles: ["Com anexos"],
      others: [],
    })
  })

  it("to one that is not in the export is told of", async () => {
    const archive = new Uint8Array(zipOf({ "conversations.json": [chat("Oi")], "file-Md9-receita.md": recipe }))
    expect(await found(["export.zip", archive])).toMatchObject({ titles: ["Oi"], others: ["file-Md9-receita.md"] })
  })

  const entry = (title: string, more: object = {}) => ({
    header: "Apps do Gemini",
    products: ["Apps do Gemini"],
    title: `Comando enviado: ${title}`,
    time: "2025-06-01T12:00:00.123Z",
    safeHtmlItem: [{ html: "<p>Resposta</p>" }],
    ...more,
  })

  it("in Google's log is none itself, wherever it stands", async () => {
    const folder = "Takeout/Minha atividade/Apps do Gemini/"
    const archive = zipOf({
      [`${folder}Anexo-1.json`]: talk,
      [`${folder}MinhaAtividade.json`]: [entry("resuma", { attachedFiles: ["Anexo-1.json", "receita-2.md"] })],
      [`${folder}receita-2.md`]: recipe,
    })
    expect(await found(["takeout.zip", new Uint8Array(archive)])).toMatchObject({
      titles: ["Gemini, 2025-06-01"],
      others: [],
    })
  })

  it.each([
    ["", "conversations.json", "conversations.json", asText],
    [" in its archive", "conversations.json", "chatgpt.zip", new Uint8Array(zipOf({ "conversations.json": asText }))],
    [", called as its archive", "chatgpt.zip", "chatgpt.zip", new Uint8Array(zipOf({ "conversations.json": asText }))],
    [", called as an archive of notes", "tudo.zip", "tudo.zip", new Uint8Array(zipOf({ "receita.md": recipe }))],
  ])("to Gemini does not keep an export that is called alike from being read%s", async (_, attached, name, content) => {
    const log = JSON.stringify([entry("resuma", { attachedFiles: [attached] })])
    const { titles, others } = await found(["MinhaAtividade.json", log], [name, content])
    expect(titles.toSorted()).toEqual([name === "tudo.zip" ? "Bolo" : "Única", "Gemini, 2025-06-01"].toSorted())
    expect(others).toEqual([])
  })

  it("does not keep files of Markdown from being read that are only called alike", async () => {
    const files = ["file-1.md", "file-2.md"].map((name) => [name, `${recipe}${name}`] as const)
    expect((await found(...files)).titles).toEqual(["Bolo", "Bolo"])
  })
})

it.each([
  ["gzip", [0x1f, 0x8b, 8, 0, 0]],
  ["7-Zip", [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ["RAR", [0x52, 0x61, 0x72, 0x21, 0x1a, 7]],
])("an archive of %s is told to be packed", async (_name, bytes) => {
  await expect(found(["takeout", new Uint8Array([...bytes, ...Array<number>(600).fill(1)])])).rejects.toMatchObject({
    trouble: "packed",
  })
})
