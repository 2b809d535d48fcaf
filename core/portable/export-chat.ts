import type { AnswerVersion, Message } from "../conversation/message.ts"
import { saidIn } from "../conversation/message.ts"
import type { AnswerRound } from "../conversation/tool-rounds.ts"
import { readImageReference } from "../conversation/image-reference.ts"
import { filePart, fileTextOf } from "../conversation/attachment.ts"
import { contentText, filesOf, imagesOf, wordsOf, type Content, type ContentPart } from "../gateway/content.ts"
import { fenced } from "./chat-of-lines.ts"
import { writeMarkdown, type MarkdownMessage, type SpeakerNames } from "./markdown-file.ts"

/** What of the messages goes along. */
export interface ExportChoices {
  readonly reasoning: boolean
  readonly files: boolean
  readonly costs: boolean
}

export interface ExportWords extends SpeakerNames {
  readonly cost: (message: Message) => string | undefined
  readonly reasoning: string
}

/** The name of a picture of ours in an exported archive. */
export function pictureFile(id: string): string {
  return `images/${id.replace(/[^\w-]/g, "")}.jpg`
}

/** A conversation as Markdown, its pictures as files beside it. */
export function chatMarkdown(
  title: string,
  messages: readonly Message[],
  choices: ExportChoices,
  words: ExportWords,
): string {
  const blocks = messages.map((message): MarkdownMessage => {
    const { role, reasoning, model, content } = message
    const parts: string[] = []
    if (choices.reasoning && reasoning) parts.push(`> **${words.reasoning}**\n>\n${quoted(reasoning)}`)
    const said = role === "user" ? wordsOf(content) : saidIn(message)
    if (said.trim() !== "") parts.push(said.trim())
    for (const file of filesOf(content)) {
      const { name } = file.file ?? { name: "" }
      parts.push(choices.files ? `**${name}**\n\n${fenced(fileTextOf(file))}` : `**${name}**`)
    }
    for (const { image_url } of imagesOf(content)) {
      const image = readImageReference(image_url.url)
      const address = image === undefined ? image_url.url : pictureFile(image.id)
      parts.push(address.startsWith("data:") ? "🖼" : `![](${address.replace(/[()\s]/g, encodeURIComponent)})`)
    }
    const cost = choices.costs ? words.cost(message) : undefined
    if (cost !== undefined) parts.push(`*${cost}*`)
    return { role, text: parts.join("\n\n"), ...(role === "assistant" ? { name: model } : {}) }
  })
  return writeMarkdown(title, blocks, words)
}

function quoted(text: string): string {
  return text
    .trim()
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n")
}

/** What NextChat's export of one conversation begins with, before the title. */
const nextChatPrefix = "You are an assistant that"

/**
 * A conversation as NextChat exports one, with everything of it in a part of our own. `dataOf` gives the pictures, which a file
 * must bring along.
 */
export function chatJson(
  { id, title, context }: { readonly id: string; readonly title: string; readonly context: readonly Message[] },
  messages: readonly Message[],
  choices: ExportChoices,
  dataOf: (reference: string) => string | undefined,
): string {
  const contentOf = (content: Content) => (choices.files ? content : withoutFileTexts(content))
  const plain = [...context, ...messages].map(({ role, content }) => ({
    role,
    content: contentText(contentOf(content)),
  }))
  const leaving = new Set([...context, ...messages].map(({ id }) => id))
  const chosen = <Said extends Message | AnswerRound | AnswerVersion>(said: Said) => {
    const { reasoning, cost, usage, runId: _run, idempotencyKey: _key, content, ...rest } = said
    return {
      ...rest,
      content: withData(contentOf(content), dataOf),
      ...(choices.reasoning && reasoning !== undefined ? { reasoning } : {}),
      ...(choices.costs && cost !== undefined ? { cost } : {}),
      ...(choices.costs && usage !== undefined ? { usage } : {}),
    }
  }
  const ofRounds = (rounds: Message["rounds"]) => rounds && { rounds: rounds.map(chosen) }
  // An answer keeps a copy of its question's words. They are exported only where that question is exported, too.
  const toQuestion = (questionId: string | undefined, words?: Content) => {
    if (questionId === undefined || !leaving.has(questionId)) return undefined
    const isWhole = words !== undefined && imagesOf(words).length === 0
    return { questionId, ...(isWhole && { question: contentOf(words) }) }
  }
  const version = ({ question, questionId, queued: _waits, rounds, ...answer }: AnswerVersion) => ({
    ...chosen(answer),
    ...ofRounds(rounds),
    ...toQuestion(questionId, question),
  })
  const own = ({ versions, question: _words, questionId, rounds, ...message }: Message) => ({
    ...chosen(message),
    ...ofRounds(rounds),
    ...(versions && {
      ...toQuestion(questionId),
      versions: { before: versions.before.map(version), after: versions.after.map(version) },
    }),
  })
  const file = {
    messages: [{ role: "system", content: `${nextChatPrefix} ${title}` }, ...plain],
    prosa: { v: 1, id, topic: title, context: context.map(own), messages: messages.map(own) },
  }
  return JSON.stringify(file, undefined, 2)
}

/** Its files by their names alone. */
function withoutFileTexts(content: Content): Content {
  if (typeof content === "string") return content
  return content.map((part) =>
    part.type === "text" && part.file !== undefined ? filePart({ note: part.file, text: "" }) : part,
  )
}

function withData(content: Content, dataOf: (reference: string) => string | undefined): Content {
  if (typeof content === "string") return content
  return content.map((part): ContentPart => {
    if (part.type === "text" || readImageReference(part.image_url.url) === undefined) return part
    return { type: "image_url", image_url: { url: dataOf(part.image_url.url) ?? part.image_url.url } }
  })
}
