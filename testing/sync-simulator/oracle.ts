/*
 * What must be true of synced devices, said without anything of how they sync: who wrote which words, who knew them, and who deleted
 * what knowing which.
 */

export type Wrote = { readonly text: string; readonly chat: string; readonly message: string }

interface Deletion {
  readonly chat: string
  /** Absent: the whole conversation. */
  readonly message: string | undefined
  /** What could be read or was known through whole files. */
  readonly couldKnow: ReadonlySet<string>
  /** What was known through whole files. */
  readonly knew: ReadonlySet<string>
  readonly name: string
}

export class Oracle {
  readonly #written: Wrote[] = []
  /** Texts that somebody who knew them wrote over. */
  readonly #replaced = new Set<string>()
  /** Texts and names that somebody had before their eyes when they wrote over them, by what they are of. */
  readonly #overwritten = new Map<string, { readonly of: string; readonly chat: string }>()
  readonly #deletions: Deletion[] = []
  readonly #restores: { readonly chat: string; readonly message: string | undefined; readonly name: string }[] = []
  #events = 0

  wrote(one: Wrote, couldKnow: ReadonlySet<string>): void {
    for (const { text, message } of this.#written) {
      if (message === one.message && couldKnow.has(text)) this.#replaced.add(text)
    }
    this.#written.push(one)
  }

  /** Somebody who sees these texts or names of a thing writes another. */
  wroteOver(seen: Iterable<string>, of: string, chat: string): void {
    for (const one of seen) this.#overwritten.set(one, { of, chat })
  }

  /** Returns the name of the event, which whoever hears of it knows. */
  deleted(
    chat: string,
    message: string | undefined,
    couldKnow: ReadonlySet<string>,
    knew: ReadonlySet<string>,
  ): string {
    const name = `event-${++this.#events}`
    this.#deletions.push({ chat, message, couldKnow: new Set(couldKnow), knew: new Set(knew), name })
    return name
  }

  restored(chat: string, message: string | undefined): string {
    const name = `event-${++this.#events}`
    this.#restores.push({ chat, message, name })
    return name
  }

  /** What is wrong with what a device shows when all is quiet. */
  problems(
    device: string,
    words: ReadonlySet<string>,
    messages: ReadonlySet<string>,
    names: ReadonlySet<string>,
  ): readonly string[] {
    const problems: string[] = []
    for (const [one, { of, chat }] of this.#overwritten) {
      // What was written in a conversation goes with it, and it may be taken back, or go on elsewhere, as it was before.
      const wasDeleted = this.#deletions.some((deletion) => deletion.chat === chat)
      if (!wasDeleted && (words.has(one) || names.has(one)))
        problems.push(`${device} has "${one}" of ${of} again, which was written over`)
    }
    for (const { text, chat, message } of this.#written) {
      if (this.#replaced.has(text) || words.has(text)) continue
      const isDeleted = this.#deletions.some(
        (one) => one.chat === chat && (one.message ?? message) === message && one.couldKnow.has(text),
      )
      if (!isDeleted) problems.push(`${device} has lost "${text}" (${message} in ${chat})`)
    }
    for (const { chat, message, knew } of this.#deletions) {
      const of = (one: Wrote) => one.chat === chat && (message ?? one.message) === one.message
      const isTakenBack = this.#restores.some(
        (one) =>
          one.chat === chat &&
          (one.message === undefined || message === undefined || one.message === message) &&
          !knew.has(one.name),
      )
      const written = this.#written.filter(of)
      // Another deletion, apart from this one, that did not know all: whoever hears of that one alone keeps what was new.
      const isDoubted = this.#deletions.some(
        (one) =>
          one.chat === chat &&
          (one.message === undefined || message === undefined || one.message === message) &&
          !knew.has(one.name) &&
          written.some(({ text }) => !one.knew.has(text)),
      )
      // Somebody wrote what the deletion did not know: then it may live.
      if (isTakenBack || isDoubted || written.some(({ text }) => !knew.has(text))) continue
      const chatLives = this.#written.some((one) => one.chat === chat && !knew.has(one.text))
      for (const one of written) {
        if (message === undefined && chatLives) continue
        if (messages.has(one.message))
          problems.push(`${device} has "${one.message}" back, which was deleted in ${chat}`)
      }
    }
    return [...new Set(problems)]
  }
}
