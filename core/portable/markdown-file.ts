import type { Message } from "../conversation/message.ts"
import { wordsOf, type Content, type ContentPart } from "../gateway/content.ts"
import { contentOf } from "./chat-of-lines.ts"
import { importedId, pictureAddress, titleOf, type Outcome, type ReadingContext } from "./imported-chat.ts"

/*
 * A conversation as Markdown: its title as a heading, then each message under the name of who said it. The same text read again
 * gives the same messages: a heading inside of one that looks like a name is closed with signs, which changes nothing of how it
 * looks, and a block of code that one leaves open is closed.
 */

export interface MarkdownMessage {
  readonly role: Message["role"]
  readonly text: string
  /** Who said it, where that is another name than the role's. */
  readonly name?: string | undefined
}

export interface SpeakerNames {
  readonly user: string
  readonly assistant: string
  readonly system: string
}

export function writeMarkdown(title: string, messages: readonly MarkdownMessage[], names: SpeakerNames): string {
  const head = `# ${title.replace(/\s+/g, " ").trim()}`
  const blocks = messages.map(({ role, text, name }) => {
    const speaker = name ?? (role === "user" ? names.user : role === "system" ? names.system : names.assistant)
    return `## ${speaker.replace(/[\s:#]+/g, " ").trim()}:\n${keptApart(text.trim())}`
  })
  return `${[head, ...blocks].join("\n\n")}\n`
}

/** A text in which no heading can be taken for a speaker's name, and no block of code reaches beyond its end. */
function keptApart(text: string): string {
  const fence = new FenceWatch()
  const lines = text.split("\n").map((line) => {
    const isCode = fence.read(line)
    return !isCode && isSpeaker(line) ? `${line.trimEnd()} ##` : line
  })
  return fence.closing === "" ? lines.join("\n") : `${lines.join("\n")}\n${fence.closing}`
}

/** Whether a line is a heading that names who speaks. */
function isSpeaker(line: string): boolean {
  return line.startsWith("## ") && line.trimEnd().endsWith(":")
}

/** Whether a line stands in a block of code. One that begins behind the mark of a list's item ends with the item, too. */
class FenceWatch {
  /** The signs that opened it, and how far its lines stand in at the least. */
  private opened: { readonly signs: string; readonly indent: number } | undefined

  /** What closes the block that is open; empty where none is, and where it ends by itself. */
  get closing(): string {
    return this.opened?.indent === 0 ? this.opened.signs : ""
  }

  /** Takes the next line, and says whether it stands in a block that began before it. */
  read(line: string): boolean {
    const own = line.replaceAll("\t", "    ")
    const indent = own.length - own.trimStart().length
    if (this.opened !== undefined && own.trim() !== "" && indent < this.opened.indent) this.opened = undefined
    const { opened } = this
    const mark = opened === undefined ? itemMark(own) : ""
    const text = own.slice(mark.length).trimStart()
    const [signs, rest] = fenceAt(text)
    if (signs === "" || (mark === "" && indent - (opened?.indent ?? 0) > 3)) return opened !== undefined
    if (opened === undefined) {
      if (signs.startsWith("~") || !rest.includes("`")) this.opened = { signs, indent: mark.length }
    } else if (signs[0] === opened.signs[0] && signs.length >= opened.signs.length && rest.trim() === "") {
      this.opened = undefined
    }
    return opened !== undefined
  }
}

/** The signs with which a text begins as a block of code does, three at the least, and what follows them. */
function fenceAt(text: string): readonly [signs: string, rest: string] {
  const sign = text[0] ?? ""
  if (sign !== "`" && sign !== "~") return ["", text]
  let length = 1
  while (text[length] === sign) length += 1
  return length < 3 ? ["", text] : [text.slice(0, length), text.slice(length)]
}

/** The marks of lists' items with which a line begins, and what stands around them. */
function itemMark(line: string): string {
  return /^(?: {0,40}(?:[-*+]|\d{1,9}[.)]) {1,4})+/.exec(line)?.[0] ?? ""
}

/** How the user is called in the interface's languages, and in files of NextChat. */
const userNames: ReadonlySet<string> = new Set(
  "você,voce,you,user,usuário,usuario,human,tú,tu,vous,du,sie,tu,anda,あなた,나,사용자,deg,вы,ты,vy,sen,siz,bạn,你,您,أنت,আপনি,mensagem de você,message from you,来自你的消息,來自你的訊息"
    .split(",")
    .map((name) => name.trim()),
)
/** How preset messages are called in the interface's languages: a message under such a name is none of the conversation. */
const systemNames: ReadonlySet<string> = new Set(
  (
    "system,sistema,máscara,instruções,instructions,instrucciones,istruzioni,anweisungen,instruksi,instruksjoner,pokyny," +
    "инструкции,talimatlar,chỉ dẫn,指令,指示,지시,التعليمات,নির্দেশ"
  ).split(","),
)

/** The lines of a message with the pictures that our export puts beside the file, where there are some; undefined where there is nothing. */
function withPictures(lines: readonly string[]): Content | undefined {
  const fence = new FenceWatch()
  const pictures: ContentPart[] = []
  const words = lines.filter((line) => {
    const isCode = fence.read(line)
    const [, name] = (!isCode && /^!\[\]\((images\/[\w-]{1,200}\.jpg)\)$/.exec(line.trimEnd())) || []
    if (name !== undefined) pictures.push({ type: "image_url", image_url: { url: pictureAddress(name) } })
    return name === undefined
  })
  return contentOf([words.join("\n")], pictures)
}

/** A file of Markdown as a conversation; nothing where it is none. */
export function readMarkdownFile(text: string, context: ReadingContext): readonly Outcome[] {
  const lines = text.replace(/\r\n?/g, "\n").split("\n")
  const fence = new FenceWatch()
  let title = ""
  const said: { readonly name: string; readonly lines: string[] }[] = []
  for (const line of lines) {
    const isCode = fence.read(line)
    if (!isCode && isSpeaker(line)) said.push({ name: line.slice(2).trim().slice(0, -1).trim(), lines: [] })
    else if (said.length === 0) title ||= line.startsWith("# ") ? line.slice(2).trim() : ""
    else said.at(-1)?.lines.push(line.startsWith("## ") && line.endsWith(": ##") ? line.slice(0, -" ##".length) : line)
  }
  if (said.length === 0) return []
  const isUser = (name: string) => userNames.has(name.normalize("NFC").toLowerCase())
  const isSystem = (name: string) => systemNames.has(name.normalize("NFC").toLowerCase())
  const first = said.find(({ name }) => !isSystem(name))?.name
  // In a language that is not known the one who speaks first has asked.
  const asks = said.some(({ name }) => isUser(name)) ? isUser : (name: string) => name === first
  const key = importedId("markdown", text)
  const messages = said.flatMap(({ name, lines: own }, at): Message[] => {
    const content = withPictures(own)
    if (content === undefined) return []
    const base = { id: importedId(key, at), date: context.now - (said.length - at) * 1_000, content }
    if (asks(name)) return [{ ...base, role: "user" }]
    if (isSystem(name)) return [{ ...base, role: "system" }]
    return [{ ...base, role: "assistant", finish: "stop", ...(/\d/.test(name) ? { model: name } : {}) }]
  })
  const [one] = messages
  if (one === undefined) return [{ kind: "skipped", reason: "empty", ...(title === "" ? {} : { title }) }]
  const words = wordsOf(one.content)
  const chat = {
    id: key,
    title: titleOf(title, words),
    createdAt: one.date,
    updatedAt: context.now,
    messages: messages.filter(({ role }) => role !== "system"),
    context: messages.filter(({ role }) => role === "system"),
    leftOut: 0,
  }
  return [{ kind: "chats", source: "markdown", chats: [chat] }]
}
