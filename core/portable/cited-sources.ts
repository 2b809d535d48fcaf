import type { Citation } from "../gateway/chat-event.ts"
import { textOf } from "../lib/fields.ts"

/** The sources of an answer, each address once, in the order in which they are named. */
export class CitedSources {
  readonly citations: Citation[] = []
  private readonly places = new Map<string, number>()

  /** Adds a source; one that has no address in the web is none. A title that comes later takes the place of none. */
  add(url: unknown, title: unknown): void {
    const address = textOf(url)
    if (address === undefined || !/^https?:\/\//.test(address)) return
    const place = this.places.get(address)
    const known = place === undefined ? undefined : this.citations[place]
    if (place === undefined) {
      this.places.set(address, this.citations.length)
      this.citations.push({ url: address, title: textOf(title) ?? address })
    } else if (known?.title === address) this.citations[place] = { url: address, title: textOf(title) ?? address }
  }
}
