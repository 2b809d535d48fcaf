import { attachedNames } from "#core/portable/gemini.ts"
import type { EntryReader, Outcome } from "#core/portable/imported-chat.ts"
import { wantedBy } from "#core/portable/session-of-chat.ts"
import { fieldsOf } from "#core/lib/fields.ts"
import { namesOfAsset } from "./found-assets.ts"
import type { ReadingSink } from "./read-text.ts"
import { isExportText } from "./sniff.ts"
import type { TextSource } from "./text-source.ts"

/*
 * A text that lies in an export may be a file that somebody attached to a conversation, whatever it looks like: then it is a part of that
 * one, and none itself.
 */

/** Whether ChatGPT gave a file its name when it was attached. */
function isUpload(name: string): boolean {
  return namesOfAsset(name).length > 1
}

/** Texts in the order in which they are read: what names others first, then what may be named. */
export async function sourcesInOrder(sources: readonly TextSource[]): Promise<readonly TextSource[]> {
  const ranked: { readonly source: TextSource; readonly rank: number }[] = []
  for (const source of sources) {
    const isLate = isUpload(source.asset) || isUpload(source.file.name) || /\.(md|txt)$/i.test(source.asset)
    // oxlint-disable-next-line no-await-in-loop -- one file after the other
    const isFirst = !isLate && isExportText(await headOf(source))
    ranked.push({ source, rank: isLate ? 2 : isFirst ? 0 : 1 })
  }
  return ranked
    .toSorted((a, b) => a.rank - b.rank || (a.source.name < b.source.name ? -1 : 1))
    .map(({ source }) => source)
}

/** A damaged one tells when it is read. */
async function headOf(source: TextSource): Promise<string> {
  return source.head().then(
    (bytes) => new TextDecoder().decode(bytes),
    () => "",
  )
}

/** The files that the conversations of an export name, as far as it was read. */
export class NamedFiles {
  private readonly names = new Set<string>()
  private isChatGpt = false

  /**
   * What a text is: one to be read, one that a conversation names, or one that somebody attached nobody knows where to. A name that is not
   * of ChatGPT's making may be another file's too: an export is read all the same.
   */
  async useOf(source: TextSource): Promise<"source" | "named" | "unknown"> {
    const uploads = [source.asset, source.file.name].filter(isUpload).flatMap(namesOfAsset)
    if (uploads.some((name) => this.names.has(name))) return "named"
    if (this.isChatGpt && isUpload(source.asset)) return "unknown"
    const isNamed = namesOfAsset(source.asset).some((name) => this.names.has(name))
    return isNamed && !isExportText(await headOf(source)) ? "named" : "source"
  }

  /** A sink that notes what is named in what it takes. */
  watched(sink: ReadingSink): ReadingSink {
    return {
      ...sink,
      take: (outcomes, assets) => {
        this.note(outcomes)
        return sink.take(outcomes, assets)
      },
    }
  }

  /** The log tells its conversations at its end only. */
  watchedLog(log: EntryReader): EntryReader {
    return {
      ...log,
      take: (entry) => {
        for (const name of attachedNames(fieldsOf(entry))) this.add(name)
        return log.take(entry)
      },
    }
  }

  private note(outcomes: readonly Outcome[]): void {
    for (const outcome of outcomes) {
      if (outcome.kind !== "chats") continue
      this.isChatGpt ||= outcome.source === "chatgpt"
      for (const { messages } of outcome.chats) {
        for (const { name } of messages.flatMap(wantedBy)) this.add(name)
      }
    }
  }

  private add(name: string): void {
    for (const one of namesOfAsset(name)) this.names.add(one)
  }
}
