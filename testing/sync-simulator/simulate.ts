import { dayMs } from "#core/lib/days.ts"
import { fieldsOf } from "#core/lib/fields.ts"
import { travelling } from "#core/sync/document.ts"
import { compareStates } from "#core/sync/join.ts"
import { syncOnce, type Agreement } from "#core/sync/sync-once.ts"
import { settingsId } from "#core/sync/sync-record.ts"
import { Device, Killed, type Flaws } from "./device.ts"
import { NextChat } from "./nextchat.ts"
import { Oracle } from "./oracle.ts"
import { Cloud, diceOf } from "./world.ts"

const habits = { isDayFirst: true, epochOf: () => Number.NaN, parseIso: (text: string) => Date.parse(text) }
const settings = { kind: "settings", id: settingsId, row: { id: settingsId, value: {} } } as const
const yearMs = 365 * dayMs

export interface Verdict {
  readonly seed: number
  readonly problems: readonly string[]
  readonly steps: readonly string[]
}

interface Someone {
  readonly device: Device
  /** Texts and events that came to it with whole files. */
  readonly knows: Set<string>
  /** How its last sync ended. */
  agreed: Agreement | undefined
  /** What it deleted last, to be taken back. */
  gone:
    | { readonly chat: string; readonly message: string | undefined; readonly records: ReturnType<Device["bury"]> }
    | undefined
}

/** One history of two or three devices, perhaps with NextChat among them, and what is wrong at its end. */
export async function simulate(seed: number, flaws: Flaws = {}): Promise<Verdict> {
  const dice = diceOf(seed)
  const upTo = (most: number) => Math.floor(dice() * most)
  const steps: string[] = []
  let now = 1_780_000_000_000
  const clock = () => now
  const oracle = new Oracle()
  const cloud = new Cloud(dice, {
    keepsConditions: dice() < 0.6,
    trouble: dice() < 0.3 ? 0 : dice() * 0.15,
    race: dice() < 0.5 ? 0 : 0.2,
  })
  const people: Someone[] = Array.from({ length: 2 + upTo(2) }, (_, at) => ({
    device: new Device(String.fromCharCode(65 + at), clock, flaws),
    knows: new Set<string>(),
    agreed: undefined,
    gone: undefined,
  }))
  const theirs = dice() < 0.3 ? new NextChat() : undefined
  // What NextChat writes is dated by one clock; beside it the others are right, or its words would be older than a deletion.
  if (theirs === undefined)
    for (const { device } of people) device.skewMs = dice() < 0.3 ? (dice() - 0.5) * 4 * yearMs : 0
  let count = 0

  const could = ({ device, knows }: Someone) => new Set([...knows, ...device.words()])
  const newText = () => `texto ${++count}`

  const sync = async (who: Someone, isRace = false): Promise<string> => {
    const { device, knows } = who
    let heard = new Set<string>()
    const file = cloud.file(
      () => new Set([...knows, ...heard]),
      (knew) => (heard = new Set(knew)),
      async () => {
        const other = people.find((one) => one !== who)
        if (!isRace && other !== undefined) await sync(other, true)
      },
    )
    const parts = {
      replica: device,
      agreed: who.agreed,
      file,
      habits,
      settings,
      unnamed: "Nova conversa",
      isReplacing: cloud.isCalm,
      mayJoin: true,
      wait: async () => {},
    }
    const outcome = await syncOnce({ ...parts, newNonce: () => `n${++count}` }).catch((caught: unknown) => {
      if (caught instanceof Killed) return "killed"
      throw caught
    })
    // Nobody says what it knows by that but the end of a sync that went well.
    if (typeof outcome !== "string" && outcome.type === "synced") {
      who.agreed = outcome.agreed
      for (const one of heard) knows.add(one)
    }
    const ended = typeof outcome === "string" ? outcome : outcome.type === "synced" ? "ok" : outcome.trouble.kind
    steps.push(`${device.name} syncs: ${ended}`)
    return ended
  }

  const act = async (who: Someone): Promise<void> => {
    const { device, knows } = who
    const chats = device.chats()
    const chat = chats[upTo(chats.length)]
    const kind = dice()
    if (chat === undefined || kind < 0.08) {
      const id = `chat-${++count}`
      device.newChat(id)
      return say(who, id)
    }
    const questions = device.messagesOf(chat).filter(({ value }) => value.message.role === "user")
    const question = questions[upTo(questions.length)]
    if (kind < 0.38 || question === undefined) return say(who, chat)
    if (kind < 0.52) {
      const text = newText()
      oracle.wrote({ text, chat, message: question.id }, could(who))
      oracle.wroteOver(device.wordsOf(question.id), question.id, chat)
      knows.add(text)
      device.write("messages", question.id, (before) => {
        const value = fieldsOf(before)
        return { ...value, message: { ...fieldsOf(value["message"]), content: text } }
      })
      steps.push(`${device.name} edits ${question.id} of ${chat}: ${text}`)
    } else if (kind < 0.6) {
      const name = oracle.deleted(chat, question.id, could(who), knows)
      who.gone = { chat, message: question.id, records: device.bury("messages", question.id) }
      knows.add(name)
      steps.push(`${device.name} deletes ${question.id} of ${chat}`)
    } else if (kind < 0.7) {
      const name = oracle.deleted(chat, undefined, could(who), knows)
      who.gone = { chat, message: undefined, records: device.bury("sessions", chat) }
      knows.add(name)
      steps.push(`${device.name} deletes ${chat}`)
    } else if (kind < 0.76 && who.gone !== undefined) {
      const { gone } = who
      who.gone = undefined
      if (gone.message !== undefined && device.sessionOf(gone.chat) === undefined) return
      device.restore(gone.records)
      knows.add(oracle.restored(gone.chat, gone.message))
      steps.push(`${device.name} takes back ${gone.message ?? gone.chat}`)
    } else if (kind < 0.84) {
      oracle.wroteOver(device.namesOf("sessions", chat), chat, chat)
      device.write("sessions", chat, (before) => ({ ...before, topic: `título ${++count}`, pinned: dice() < 0.5 }))
    } else if (kind < 0.9) {
      const last = device.messagesOf(chat).at(-1)?.value.position ?? 0
      device.write("sessions", chat, (before) => ({
        ...before,
        memoryPrompt: `resumo ${++count}`,
        marks: { summarized: last },
      }))
    } else {
      const id = `folder-${upTo(3)}`
      oracle.wroteOver(device.namesOf("folders", id), id, "")
      device.write("folders", id, (before) => ({ id, createdAt: now, ...before, name: `pasta ${++count}` }))
    }
  }

  const say = (who: Someone, chat: string): void => {
    const text = newText()
    const message = `m-${++count}`
    oracle.wrote({ text, chat, message }, could(who))
    who.knows.add(text)
    const isArriving = dice() < 0.2
    who.device.say(
      chat,
      message,
      text,
      isArriving
        ? { streaming: true, idempotencyKey: message }
        : { content: `resposta ${count}`, finish: "stop", idempotencyKey: message },
    )
    steps.push(`${who.device.name} says ${message} in ${chat}: ${text}`)
  }

  const nextChatActs = (nextChat: NextChat): void => {
    const chats = nextChat.chats()
    const kind = dice()
    if (kind < 0.5) {
      if (!cloud.isCalm && dice() < 0.1) return
      try {
        // What it writes covers nothing that its file does not show.
        cloud.put(nextChat.sync(cloud.stored?.text), undefined)
        steps.push("NextChat syncs")
      } catch {
        // A broken file is no backup to it.
      }
      return
    }
    let chat = chats[upTo(chats.length)]
    if (chat === undefined || kind < 0.6) {
      chat = `theirs-${++count}`
      nextChat.newChat(chat, now, "Nova Conversa")
    }
    const text = newText()
    const mine = nextChat.messagesOf(chat).filter(({ role, prosa }) => role === "user" && prosa !== undefined)
    const edited = mine[upTo(mine.length)]
    if (kind > 0.9 && edited !== undefined) {
      oracle.wrote({ text, chat, message: String(edited["id"]) }, nextChat.words())
      nextChat.edit(chat, String(edited["id"]), text)
      steps.push(`NextChat edits ${String(edited["id"])} of ${chat}: ${text}`)
      return
    }
    const message = `t-${++count}`
    oracle.wrote({ text, chat, message }, nextChat.words())
    nextChat.say(chat, message, text, now)
    steps.push(`NextChat says ${message} in ${chat}: ${text}`)
  }

  for (let step = 10 + upTo(30); step > 0; step--) {
    now += 1_000 + upTo(dice() < 0.05 ? 90 * dayMs : 60_000)
    const who = people[upTo(people.length)]
    if (who === undefined) continue
    if (theirs !== undefined && dice() < 0.25) nextChatActs(theirs)
    else if (dice() < 0.35) {
      who.device.killAfter = dice() < 0.3 ? upTo(3) : undefined
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const isKilled = (await sync(who)) === "killed"
      who.device.killAfter = undefined
      // Whoever opens the page again may go on before it has synced.
      // oxlint-disable-next-line no-await-in-loop
      if (isKilled && dice() < 0.7) await act(who)
    } else {
      // oxlint-disable-next-line no-await-in-loop
      await act(who)
    }
  }

  steps.push("quiet")
  cloud.isCalm = true
  if (theirs !== undefined) {
    // A broken file is no backup to it: it is mended first, by the first one who has anything to write.
    for (const who of people) {
      now += 1_000
      // oxlint-disable-next-line no-await-in-loop
      await sync(who)
    }
    cloud.put(theirs.sync(cloud.stored?.text), undefined)
  }
  for (let round = 0; round < 4; round++) {
    for (const who of people) {
      now += 1_000
      // oxlint-disable-next-line no-await-in-loop
      await sync(who)
    }
  }

  const problems: string[] = []
  const [first, ...rest] = people
  const state = async ({ device }: Someone) => travelling((await device.readState()).records)
  for (const other of rest) {
    if (first === undefined) break
    // oxlint-disable-next-line no-await-in-loop
    const { up, down } = compareStates(await state(first), await state(other))
    const differing = [...up, ...down].map(({ kind, id }) => `${kind}/${id}`)
    if (differing.length > 0)
      problems.push(`${first.device.name} and ${other.device.name} differ in ${[...new Set(differing)].join(", ")}`)
  }
  for (const { device } of people) {
    const messages = new Set(device.chats().flatMap((chat) => device.messagesOf(chat).map(({ id }) => id)))
    problems.push(...oracle.problems(device.name, device.words(), messages, device.names()))
  }
  return { seed, problems, steps }
}
