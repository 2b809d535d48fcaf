import { utcDay } from "../lib/days.ts"
import { decodeEntities } from "../lib/html-entities.ts"
import type { ContentPart } from "../gateway/content.ts"
import { fieldsOf, objectsOf, textOf, textsOf, type JsonObject } from "../lib/fields.ts"
import type { TreeNode } from "./branches.ts"
import { contentOf, fileIn, readSourceChat, type Said } from "./chat-of-lines.ts"
import { htmlToMarkdown } from "./html-to-markdown.ts"
import { pictureAddress, timeOf, type EntryReader, type Outcome, type ReadingContext } from "./imported-chat.ts"

/*
 * Gemini's part of Google Takeout: no conversations but a log of activity, one entry for each question with its answer, among
 * entries of every other product. Which conversation an entry belongs to is only known where it names the one address of it.
 */

/** Whether an entry is one of an activity log of Google. */
export function isActivity(entry: JsonObject): boolean {
  return typeof entry["header"] === "string" && typeof entry["time"] === "string" && "title" in entry
}

/** What stands before the question in the title, in the languages that are known; of two that begin alike the longer first. */
const askedWords: readonly string[] = [
  "Prompted",
  "Said",
  "Asked",
  "Comando enviado",
  "Enviou o comando",
  "Comando",
  "Prompt enviado",
  "Prompt eingegeben",
  "Prompt inserito",
  "Prompt",
  "Pediu",
  "Pedido",
  "Perguntou",
  "Solicitó",
  "Solicitud",
  "Preguntaste",
  "Petición",
  "A demandé",
  "Requête",
  "Eingegebener Prompt",
  "Richiesta",
  "Запрос",
  "提示词",
  "プロンプト",
  "프롬프트",
]

/** The question in a title; undefined where none of the known words stands before it. */
function questionIn(title: string): string | undefined {
  for (const words of askedWords) {
    if (!title.toLowerCase().startsWith(words.toLowerCase())) continue
    const rest = title.slice(words.length)
    if (/^[\s::]/u.test(rest)) return rest.replace(/^\s?[::]?/u, "").trim()
  }
  return undefined
}

/** Entries that tell what was done with the product, and are no question. */
const otherActivity =
  /^(?:Created|Used|Gave|Viewed|Visited|Opened|Criou|Usou|Deu|Visualizou|Creó|Usó|A créé|A utilisé|A donné|Erstellt|Verwendet)\b/iu

interface Entry {
  readonly id: string
  readonly date: number
  readonly question: Said
  readonly answer: Said | undefined
}

export function geminiReader(context: ReadingContext): EntryReader {
  const chats = new Map<string, Entry[]>()
  const seen = new Set<string>()
  const skip = (reason: "activity" | "damaged" | "double"): readonly Outcome[] => [{ kind: "skipped", reason }]
  return {
    take(stored) {
      const entry = fieldsOf(stored)
      const products = [entry["header"], ...textsOf(entry["products"])].join(" ")
      if (!/gemini|bard/i.test(products)) return skip("activity")
      const title = decodeEntities(textOf(entry["title"]) ?? "")
      const answer = objectsOf(entry["safeHtmlItem"])
        .flatMap(({ html }) => (typeof html === "string" ? [htmlToMarkdown(html)] : []))
        .filter((text) => text !== "")
        .join("\n\n")
      const question = questionIn(title)
      if (question === undefined && (answer === "" || otherActivity.test(title))) return skip("activity")
      const date = timeOf(entry["time"], context)
      const words = question ?? title.trim()
      const files = filesOf(entry)
      const content = contentOf([words], files)
      if (date === undefined || content === undefined) return skip("damaged")
      const id = `${date} ${words.slice(0, 200)}`
      if (seen.has(id)) return skip("double")
      seen.add(id)
      const chat = chatOf(entry) ?? `day ${utcDay(date)}`
      const said = { content: answer, date: date + 1 }
      const known = chats.get(chat) ?? []
      known.push({ id, date, question: { content, date }, answer: answer === "" ? undefined : said })
      chats.set(chat, known)
      return []
    },
    end: () =>
      [...chats].flatMap(([chat, entries]) => {
        const nodes = entries
          .toSorted((a, b) => a.date - b.date)
          .flatMap((entry): TreeNode<Said>[] => [
            { id: entry.id, isQuestion: true, payload: entry.question },
            ...(entry.answer ? [{ id: `${entry.id} answer`, isQuestion: false, payload: entry.answer }] : []),
          ])
        const line = nodes.map((node, at) => ({ ...node, parent: nodes[at - 1]?.id }))
        const first = line[0]?.payload.date
        return readSourceChat<Said>({
          source: "gemini",
          id: chat,
          title: chat.startsWith("day ") ? `Gemini, ${chat.slice("day ".length)}` : undefined,
          createdAt: first,
          updatedAt: line.at(-1)?.payload.date,
          nodes: line,
          current: line.at(-1)?.id,
          question: (said) => said,
          answer: (said) => said.at(-1),
          now: context.now,
        })
      }),
  }
}

/** The conversation's own address, where the entry names exactly one. */
function chatOf(entry: JsonObject): string | undefined {
  const addresses = [entry["titleUrl"], ...objectsOf(entry["details"]).map(({ url }) => url)]
  const found = new Set(
    addresses.flatMap((address) => {
      const text = textOf(address) ?? ""
      return /^https:\/\/(?:gemini|bard)\.google\.com\/(?:u\/\d+\/)?(?:app|chat)\/([\w-]{4,100})/.exec(text)?.[1] ?? []
    }),
  )
  return found.size === 1 ? [...found][0] : undefined
}

/** The names of the files that an entry of the log says were attached. */
export function attachedNames(entry: JsonObject): readonly string[] {
  return [...new Set([...textsOf(entry["attachedFiles"]), ...textsOf([entry["imageFile"]])])]
}

function filesOf(entry: JsonObject): readonly ContentPart[] {
  const parts = attachedNames(entry).map((name): ContentPart =>
    /\.(png|jpe?g|webp|gif|heic|avif)$/i.test(name)
      ? { type: "image_url", image_url: { url: pictureAddress(name) } }
      : fileIn(name, name, 0),
  )
  return [...parts.filter(({ type }) => type === "text"), ...parts.filter(({ type }) => type !== "text")]
}
