import { fieldsOf, textOf } from "#core/lib/fields.ts"
import type { Outcome, SkipReason } from "#core/portable/imported-chat.ts"
import { addedTo } from "#core/portable/known-chat.ts"
import type { CopyFacts, ImportReport, Skipped } from "./import-messages.ts"
import type { JudgedChat } from "./known-chats.ts"
import type { FoundCopy } from "./read-text.ts"

/** Titles kept of each kind. */
const mostTitles = 20

type Changing<Value> = { -readonly [Name in keyof Value]: Value[Name] }

/** Counts what is read. */
export class Tally {
  readonly sources = new Set<ImportReport["sources"][number]>()
  readonly otherFiles: string[] = []
  readonly cutFiles: string[] = []
  masks = 0
  prompts = 0
  plugins = 0
  /** Files of which only the name comes. */
  missingFiles = 0
  private entries = 0
  private came = 0
  private grown = 0
  private filled = 0
  private messages = 0
  private versions = 0
  private branches = 0
  private pictures = 0
  private missing = 0
  private leftOut = 0
  private from = Infinity
  private to = -Infinity
  private readonly sample: string[] = []
  private readonly skipped = new Map<SkipReason, { count: number; titles: string[] }>()
  private readonly settings: Changing<ImportReport["settings"][number]>[] = []
  private readonly rows = new Map<string, number>()
  private copy: CopyFacts | undefined

  /**
   * One entry of a file: its conversation, and the copies of it that its branches made. `isAgain`: the files had it before. `isFilled`: what
   * is here of it lacked something that they have.
   */
  entry(
    lines: readonly JudgedChat[],
    { isAgain, isFilled }: { readonly isAgain: boolean; readonly isFilled: boolean },
  ): void {
    const [main] = lines
    if (main === undefined) return
    if (lines.every(({ known }) => known.kind === "known")) {
      if (isFilled) {
        this.entries += 1
        this.filled += 1
        if (this.sample.length < mostTitles) this.sample.push(main.chat.title)
      } else this.skip(isAgain ? "double" : "known", main.chat.title)
      return
    }
    this.entries += 1
    if (lines.every(({ known }) => known.kind !== "new")) this.grown += 1
    else this.came += 1
    if (this.sample.length < mostTitles) this.sample.push(main.chat.title)
    for (const { chat, known } of lines) {
      if (known.kind === "known") continue
      const added = addedTo(chat, known)
      this.messages += added.length
      for (const { versions } of added) this.versions += (versions?.before.length ?? 0) + (versions?.after.length ?? 0)
      if (chat.branch !== undefined) this.branches += 1
      this.leftOut += chat.leftOut
      this.from = Math.min(this.from, chat.createdAt)
      this.to = Math.max(this.to, chat.updatedAt)
    }
  }

  picture(isThere: boolean): void {
    if (isThere) this.pictures += 1
    else this.missing += 1
  }

  skip(reason: SkipReason, title?: string): void {
    this.entries += 1
    const known = this.skipped.get(reason) ?? { count: 0, titles: [] }
    known.count += 1
    if (title !== undefined && title !== "" && known.titles.length < mostTitles) known.titles.push(title)
    this.skipped.set(reason, known)
  }

  other(outcome: Outcome): void {
    if (outcome.kind === "skipped") this.skip(outcome.reason, outcome.title)
    else if (outcome.kind === "settings") this.settings.push({ store: outcome.store, value: outcome.value })
    else if (outcome.kind === "row") this.rows.set(outcome.store, (this.rows.get(outcome.store) ?? 0) + 1)
  }

  foundCopy({ head, images, file }: FoundCopy): void {
    const savedAt = textOf(head["savedAt"])
    const secrets = fieldsOf(head["secrets"])
    this.copy = {
      file,
      ...(savedAt === undefined ? {} : { savedAt }),
      counts: Object.fromEntries([...this.rows, ...(images.length > 0 ? [["images", images.length] as const] : [])]),
      local: fieldsOf(head["local"]),
      ...(Object.keys(secrets).length === 0 ? {} : { secrets }),
      imageBytes: images.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    }
  }

  report(isCancelled: boolean): ImportReport {
    const skipped = [...this.skipped].map(([reason, one]): Skipped => ({ reason, ...one }))
    return {
      sources: [...this.sources],
      entries: this.entries,
      came: this.came,
      grown: this.grown,
      filled: this.filled,
      skipped: skipped.toSorted((a, b) => b.count - a.count),
      messages: this.messages,
      versions: this.versions,
      branches: this.branches,
      pictures: this.pictures,
      missingPictures: this.missing,
      missingFiles: this.missingFiles,
      masks: this.masks,
      prompts: this.prompts,
      plugins: this.plugins,
      leftOut: this.leftOut,
      ...(this.from === Infinity ? {} : { from: this.from, to: this.to }),
      sample: this.sample,
      otherFiles: this.otherFiles,
      cutFiles: this.cutFiles,
      settings: this.settings,
      ...(this.copy === undefined ? {} : { copy: this.copy }),
      isCancelled,
    }
  }
}
