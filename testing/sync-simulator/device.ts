import type { MessageRecord } from "#core/conversation/message-record.ts"
import type { Message } from "#core/conversation/message.ts"
import { fieldsOf } from "#core/lib/fields.ts"
import { newSession, type Session } from "#core/conversation/session.ts"
import { defaultModelConfig } from "#core/settings/model-config.ts"
import { buryRow, expiredGraves, reviveRow } from "#core/storage/life.ts"
import { writeRow } from "#core/storage/merge.ts"
import { isAlive, otherEditions, type Row } from "#core/storage/row.ts"
import {
  joinSeen,
  laterStamp,
  nextStamp,
  seenOfStrangers,
  type Clock,
  type Seen,
  type Stamp,
} from "#core/storage/stamp.ts"
import { planConversation, planRecord, type Plan } from "#core/sync/join.ts"
import type { ApplyReport, LocalState, Replica } from "#core/sync/sync-once.ts"
import {
  messageRecord,
  recordKey,
  stampsIn,
  syncShapes,
  toTravel,
  type SyncKind,
  type SyncRecord,
} from "#core/sync/sync-record.ts"

/** Rules of the merge that are broken, to see that the simulator would notice. */
export interface Flaws {
  /** A record from elsewhere takes the place of the stored one. */
  readonly takesTheirs?: boolean
  /** A deletion leaves nothing. */
  readonly leavesNoGraves?: boolean
  /** What died stays dead, whatever was written in it. */
  readonly rescuesNothing?: boolean
  /** What was deleted lives wherever somebody still has it. */
  readonly rescuesAll?: boolean
  /** The clock does not move with the stamps that come. */
  readonly keepsItsClock?: boolean
  /** Of a text that was written twice apart only the later is kept. */
  readonly keepsOneEdition?: boolean
  /** When the parts of a record were written is not told. */
  readonly losesStamps?: boolean
  /** A text that was written over stays as another edition. */
  readonly keepsReplaced?: boolean
  /** What others knew counts as known here before what they wrote is. */
  readonly believesAtOnce?: boolean
}

/** What a simulated device stores, as the browser's database does (`web/platform/sync/`). */
export class Device implements Replica {
  readonly name: string
  /** How far its clock is from the true time, in ms. */
  skewMs = 0
  /** After so many records are written, it is killed. */
  killAfter: number | undefined
  #clock: Clock
  #seen: Seen = {}
  readonly #rows = new Map<string, SyncRecord>()
  readonly #now: () => number

  readonly #flaws: Flaws

  constructor(name: string, now: () => number, flaws: Flaws = {}) {
    this.name = name
    this.#flaws = flaws
    this.#clock = { device: `device-${name}` }
    this.#now = now
  }

  #stamp(): Stamp {
    const last = nextStamp(this.#clock, this.#now() + this.skewMs)
    this.#clock = { ...this.#clock, last }
    return last
  }

  rowOf(kind: SyncKind, id: string): Row<object> | undefined {
    return this.#rows.get(recordKey(kind, id))?.row
  }

  #put(kind: SyncKind, row: Row<object>): void {
    this.#rows.set(recordKey(kind, row.id), { kind, id: row.id, row })
  }

  /** The conversations that live here. */
  chats(): readonly string[] {
    return [...this.#rows.values()].flatMap(({ kind, id, row }) =>
      kind === "sessions" && row.value !== undefined ? [id] : [],
    )
  }

  messagesOf(chat: string): readonly { readonly id: string; readonly value: MessageRecord }[] {
    return [...this.#rows.values()]
      .flatMap(({ kind, id, row }) => {
        const value = row.value as MessageRecord | undefined
        return kind === "messages" && value?.sessionId === chat ? [{ id, value }] : []
      })
      .toSorted((a, b) => a.value.position - b.value.position || (a.id < b.id ? -1 : 1))
  }

  write(kind: SyncKind, id: string, change: (before: object | undefined) => object): void {
    const stored = this.rowOf(kind, id)
    const before = stored?.value
    const seen = stored !== undefined && before === undefined ? stored.sync?.life?.seen : undefined
    this.#put(
      kind,
      writeRow(syncShapes[kind], stored, { id, version: 1, before, after: change(before), stamp: this.#stamp(), seen }),
    )
  }

  newChat(id: string): void {
    const now = this.#now() + this.skewMs
    this.write("sessions", id, () => newSession({ id, now, modelConfig: defaultModelConfig, lang: "pt" }))
  }

  say(chat: string, id: string, text: string, answer: Partial<Message> | undefined): void {
    const now = this.#now() + this.skewMs
    const position = Math.max(now, ...this.messagesOf(chat).map(({ value }) => value.position + 1))
    const question: Message = { id, date: now, role: "user", content: text }
    this.write("messages", id, () => messageRecord(id, chat, position, question))
    if (answer === undefined) return
    const reply: Message = { id: `${id}-a`, date: now, role: "assistant", content: "", model: "m", ...answer }
    this.write("messages", reply.id, () => messageRecord(reply.id, chat, position + 1, reply))
  }

  bury(kind: SyncKind, id: string): readonly SyncRecord[] {
    const chat = kind === "sessions" ? this.messagesOf(id).map((one) => recordKey("messages", one.id)) : []
    const gone = [recordKey(kind, id), ...chat].flatMap((key) => this.#rows.get(key) ?? [])
    const stamp = this.#stamp()
    for (const key of chat) this.#rows.delete(key)
    if (this.#flaws.leavesNoGraves) this.#rows.delete(recordKey(kind, id))
    else this.#put(kind, buryRow(id, stamp, joinSeen(this.#seen, { [this.#clock.device]: stamp })))
    return gone
  }

  /** Takes a deletion back, as the page does within its time. */
  restore(gone: readonly SyncRecord[]): void {
    const stamp = this.#stamp()
    for (const { kind, id, row } of gone) {
      const stored = this.rowOf(kind, id)
      if (stored?.value === undefined) this.#put(kind, reviveRow(row, stamp))
    }
  }

  /** Forgets deletions that are older than a device keeps them. */
  sweep(): void {
    const graves = [...this.#rows.values()].flatMap(({ kind, id, row }) =>
      row.value === undefined && row.sync?.life !== undefined ? [{ kind, id, life: row.sync.life }] : [],
    )
    for (const { kind, id } of expiredGraves(graves, this.#now() + this.skewMs)) this.#rows.delete(recordKey(kind, id))
  }

  /** Every text of the user that can be read here, also where another edition is shown. */
  words(): ReadonlySet<string> {
    return new Set(this.chats().flatMap((chat) => this.messagesOf(chat).flatMap(({ id }) => this.wordsOf(id))))
  }

  /** The texts of one message. */
  wordsOf(id: string): readonly string[] {
    const row = this.rowOf("messages", id)
    if (row?.value === undefined || !isAlive(row)) return []
    const { content } = (row.value as MessageRecord).message
    const all = [content, ...otherEditions(row.sync, "message.content", content).map(({ v }) => v)]
    return all.filter((one) => typeof one === "string")
  }

  /** What conversations and folders are called here. */
  names(): ReadonlySet<string> {
    return new Set([...this.#rows.values()].flatMap(({ kind, id }) => this.namesOf(kind, id)))
  }

  /** What one of them is called; nothing where it has no name. */
  namesOf(kind: SyncKind, id: string): readonly string[] {
    const { topic, name } = fieldsOf(this.rowOf(kind, id)?.value)
    return [topic, name].flatMap((one) => (typeof one === "string" && one !== "" ? [one] : []))
  }

  async readState(): Promise<LocalState> {
    const { device, last } = this.#clock
    const records = [...this.#rows.values()].map(({ kind, row }) => toTravel(kind, row))
    return { records, seen: { ...this.#seen, ...(last === undefined ? {} : { [device]: last }) } }
  }

  async readMark(): Promise<string> {
    return JSON.stringify([this.#clock.last, this.#seen])
  }

  async apply(incoming: readonly SyncRecord[], seen: Seen | undefined): Promise<ApplyReport> {
    const records = incoming.map((record) => this.#flawed(record))
    const last = records.flatMap(stampsIn).reduce<Stamp | undefined>((a, b) => laterStamp(a, b), this.#clock.last)
    if (!this.#flaws.keepsItsClock)
      this.#clock = { device: this.#clock.device, ...(last === undefined ? {} : { last }) }
    const chats = new Map<string, { session?: Row<object>; readonly messages: Map<string, Row<object>> }>()
    const part = (id: string) => {
      const known = chats.get(id) ?? { messages: new Map<string, Row<object>>() }
      chats.set(id, known)
      return known
    }
    const others: SyncRecord[] = []
    for (const record of records) {
      const { kind, id, row } = record
      const place = ((row.value ?? this.rowOf("messages", id)?.value) as MessageRecord | undefined)?.sessionId
      if (kind === "sessions") part(id).session = row
      else if (kind === "messages" && place !== undefined) part(place).messages.set(id, row)
      else others.push(record)
    }
    if (this.#flaws.believesAtOnce) this.#believe(seen)
    const decisions = []
    let left = this.killAfter ?? Number.POSITIVE_INFINITY
    for (const record of others) {
      if (left-- <= 0) throw new Killed()
      const plan = planRecord(record, this.rowOf(record.kind, record.id), this.#stamp())
      this.#perform(plan)
      decisions.push(...plan.decisions)
    }
    for (const [id, foreign] of chats) {
      if (left-- <= 0) throw new Killed()
      const messages = new Map(
        this.messagesOf(id).map((one) => [one.id, this.rowOf("messages", one.id) as Row<object>]),
      )
      for (const messageId of foreign.messages.keys()) {
        const row = this.rowOf("messages", messageId)
        if (row !== undefined) messages.set(messageId, row)
      }
      const local = { session: this.rowOf("sessions", id), messages }
      const plan = planConversation(id, local, { session: foreign.session, messages: foreign.messages }, this.#stamp())
      this.#perform(plan)
      decisions.push(...plan.decisions)
    }
    this.#believe({ ...seenOfStrangers(records.flatMap(stampsIn), this.#now() + this.skewMs) })
    this.#believe(seen)
    const none = { sessions: 0, messages: 0, others: 0 }
    return { written: none, deleted: none, decisions }
  }

  #believe(seen: Seen = {}): void {
    for (const [device, stamp] of Object.entries(seen)) {
      if (device === this.#clock.device) continue
      this.#seen = joinSeen(this.#seen, { [device]: stamp })
      if (!this.#flaws.keepsItsClock)
        this.#clock = { ...this.#clock, last: laterStamp(this.#clock.last ?? stamp, stamp) }
    }
  }

  /** A record from elsewhere as a broken rule lets it in. */
  #flawed(record: SyncRecord): SyncRecord {
    const { kind, id, row } = record
    const { life } = row.sync ?? {}
    const { rescuesNothing, rescuesAll, takesTheirs, keepsOneEdition, losesStamps, keepsReplaced } = this.#flaws
    if (takesTheirs) this.#rows.delete(recordKey(kind, id))
    if (life?.alive === false && (rescuesNothing || rescuesAll)) {
      const all = Object.fromEntries(
        ["A", "B", "C"].map((name) => [`device-${name}`, `zzzzzzzz0-0000-device-${name}` as Stamp]),
      )
      return { kind, id, row: { id, sync: { life: { ...life, seen: rescuesAll ? {} : all } } } }
    }
    if (keepsOneEdition && row.sync?.texts !== undefined) {
      const stored = this.rowOf(kind, id)
      const { texts: _texts, ...sync } = stored?.sync ?? {}
      if (stored?.value !== undefined) this.#put(kind, { ...stored, sync })
    }
    if (row.sync?.at !== undefined && losesStamps) {
      const { at: _at, ...sync } = row.sync
      return { kind, id, row: { ...row, sync } }
    }
    if (row.sync?.texts !== undefined && keepsReplaced) {
      const texts = Object.entries(row.sync.texts).map(([part, text]) => [part, { ...text, seen: {} }])
      return { kind, id, row: { ...row, sync: { ...row.sync, texts: Object.fromEntries(texts) } } }
    }
    return record
  }

  #perform({ put, buried, dropped }: Plan): void {
    for (const { kind, row } of [...put, ...buried]) this.#put(kind, row)
    for (const id of dropped)
      if (this.rowOf("messages", id)?.value !== undefined) this.#rows.delete(recordKey("messages", id))
  }

  sessionOf(id: string): Session | undefined {
    return this.rowOf("sessions", id)?.value as Session | undefined
  }
}

/** The page was closed in the middle of a write. */
export class Killed extends Error {}
