import { describe, expect, it } from "vitest"
import { conversation } from "../../testing/exports/chatgpt.ts"
import type { Message } from "../conversation/message.ts"
import { wordsOf } from "../gateway/content.ts"
import { chatGptReader } from "./chatgpt.ts"
import type { ImportedChat } from "./imported-chat.ts"
import { linesBeside, placeOf, withOwnIds } from "./known-chat.ts"

const context = {
  now: 1_800_000_000_000,
  isDayFirst: true,
  epochOf: Date.UTC,
  parseIso: (text: string) => Date.parse(text),
}
const linesOf = (entry: unknown): readonly ImportedChat[] =>
  chatGptReader(context)
    .take(entry)
    .flatMap((one) => (one.kind === "chats" ? one.chats : []))
const idsOf = (chat: ImportedChat | undefined) => chat?.messages.map(({ id }) => id) ?? []
const wordsIn = (chat: ImportedChat | undefined) => chat?.messages.map(({ content }) => wordsOf(content)).join(" ")

/** Two questions with their answers; with `change`, what was done to the second one later. */
function twoQuestions(change?: (made: ReturnType<typeof conversation>, first: string) => void) {
  const made = conversation("edit")
  made.say("user", "Q1")
  const first = made.say("assistant", "A1")
  made.say("user", "Q2")
  made.say("assistant", "A2")
  change?.(made, first)
  return linesOf(made.done())
}
/** Where the lines of a conversation go of which messages are here. */
function placesOf(
  chats: readonly ImportedChat[],
  ids: readonly string[],
  deleted: readonly string[] = [],
  changed: readonly string[] = [],
) {
  const lines = linesBeside(chats, ids)
  return lines.map((chat) =>
    placeOf(chat, { ids, deleted: new Set(deleted), changed: new Set(changed) }, lines.length + 1),
  )
}
/** The one line, as a copy beside the conversation that is here. */
function besideOf(chats: readonly ImportedChat[], ids: readonly string[]): ImportedChat | undefined {
  const [place, ...others] = placesOf(chats, ids)
  return place?.kind === "beside" && others.length === 0 ? place.chat : undefined
}
const before = twoQuestions()
const here = idsOf(before[0])
const edited = twoQuestions((made, first) => {
  made.say("user", "Q2′", { under: first })
  made.say("assistant", "A2′")
})

describe("a conversation that is here", () => {
  it("goes on where the file goes on from its last message", () => {
    const longer = twoQuestions((made) => void made.say("user", "Q3"))
    const lines = linesBeside(longer, here)
    expect(lines).toEqual(longer)
    expect(placesOf(longer, here)).toEqual([{ kind: "grown", chat: longer[0], added: 1 }])
    // What was written here in between is no line of the file.
    const between = [...here.slice(0, 2), "written-here", ...here.slice(2)]
    expect(placesOf(longer, between)).toEqual([{ kind: "grown", chat: longer[0], added: 1 }])
    expect(placesOf(before, here)).toEqual([{ kind: "known" }])
    expect(placesOf(before, [...here, "written-here"])).toEqual([{ kind: "known" }])
  })

  it("that went on here keeps its end: what the file has more comes as a copy, the same one however far that went", () => {
    const longer = (turns: number) =>
      twoQuestions((made) => {
        for (let turn = 3; turn < 3 + turns; turn += 1) made.say("user", `Q${turn}`)
      })
    const copy = besideOf(longer(1), [...here, "written-here"])
    expect([wordsIn(copy), copy?.branch]).toEqual(["Q1 A1 Q2 A2 Q3", 2])
    const further = besideOf(longer(2), [...here, "written-here"])
    expect([further?.id, idsOf(further).slice(0, 5)]).toEqual([copy?.id, idsOf(copy)])
    const [place] = placesOf([further ?? ({} as never)], idsOf(copy))
    expect(place).toMatchObject({ kind: "grown", added: 1 })
    // Somebody went on in the copy, too.
    expect(besideOf([further ?? ({} as never)], [...idsOf(copy), "here-too"])?.id).not.toBe(copy?.id)
  })

  it("of which somebody deleted something goes on without it", () => {
    const longer = twoQuestions((made) => void made.say("user", "Q3"))
    const [place] = placesOf(longer, here.slice(0, 1), here.slice(1))
    expect(place?.kind === "grown" && [wordsIn(place.chat), place.added]).toEqual(["Q1 Q3", 1])
    expect(placesOf(before, here.slice(0, 3), here.slice(3))).toEqual([{ kind: "known" }])
    expect(placesOf(before, ["written-here"], here)).toEqual([{ kind: "known" }])
  })

  it("of which a message says something else keeps its own, and the file's line comes as a copy", () => {
    const [place] = placesOf(before, here, [], here.slice(3))
    expect(place?.kind === "beside" && [wordsIn(place.chat), place.chat.branch]).toEqual(["Q1 A1 Q2 A2", 2])
  })

  it("of which only the end is here comes as a copy that has all of it", () => {
    const copy = besideOf(before, here.slice(2))
    expect([wordsIn(copy), copy?.branch]).toEqual(["Q1 A1 Q2 A2", 2])
    expect(idsOf(copy).some((id) => here.includes(id))).toBe(false)
  })

  it("keeps its line where a question was asked in other words since: the other line comes beside it", () => {
    expect(edited.map(wordsIn)).toEqual(["Q1 A1 Q2′ A2′", "Q1 A1 Q2 A2"])
    const lines = linesBeside(edited, here)
    expect(lines.map(wordsIn)).toEqual(["Q1 A1 Q2 A2", "Q1 A1 Q2′ A2′"])
    const [kept, copy] = lines
    expect([kept?.id, idsOf(kept), kept?.branch]).toEqual([before[0]?.id, here, undefined])
    expect(placeOf(kept ?? ({} as never), { ids: here, deleted: new Set(), changed: new Set() }, 3)).toEqual({
      kind: "known",
    })
    expect(copy).toMatchObject({ title: before[0]?.title, branch: 2 })
    expect(new Set([...idsOf(copy), ...here]).size).toBe(8)
  })

  it("finds that copy again, whichever line the other program shows", () => {
    const [, copy] = linesBeside(edited, here)
    const back = conversation("edit")
    back.say("user", "Q1")
    const first = back.say("assistant", "A1")
    back.say("user", "Q2")
    const shown = back.say("assistant", "A2")
    back.say("user", "Q2′", { under: first })
    back.say("assistant", "A2′")
    const [main, other] = linesOf({ ...back.done(), current_node: shown })
    expect([idsOf(main), other?.id, idsOf(other)]).toEqual([here, copy?.id, idsOf(copy)])
  })

  it("is told from another first question, and from an answer that was made anew and gone on from", () => {
    const anew = twoQuestions((made) => void made.say("user", "Q1′", { under: "edit-root" }))
    expect(linesBeside(anew, here).map(wordsIn)).toEqual(["Q1 A1 Q2 A2", "Q1′"])
    const other = conversation("edit")
    const asked = other.say("user", "Q1")
    other.say("assistant", "A1")
    other.say("user", "Q2")
    other.say("assistant", "A2")
    other.say("assistant", "A1′", { under: asked })
    other.say("user", "Q3")
    other.say("assistant", "A3")
    const lines = linesBeside(linesOf(other.done()), here)
    expect(lines.map(wordsIn)).toEqual(["Q1 A1 Q2 A2", "Q1 A1′ Q3 A3"])
    expect(idsOf(lines[0])).toEqual(here)
  })

  it("of which the file has the end no more keeps it: what is new comes as a copy", () => {
    const [shorter] = linesOf(
      (() => {
        const made = conversation("edit")
        made.say("user", "Q1")
        made.say("assistant", "A1")
        return made.done()
      })(),
    )
    expect(placesOf([shorter ?? ({} as never)], here)).toEqual([{ kind: "known" }])
    const [main] = edited
    const copy = besideOf([main ?? ({} as never)], here)
    expect(wordsIn(copy)).toBe("Q1 A1 Q2′ A2′")
    expect(copy?.branch).toBe(2)
    expect(idsOf(copy).some((id) => here.includes(id))).toBe(false)
    expect(besideOf([main ?? ({} as never)], here)).toEqual(copy)
  })
  it("of which the file has another first question alone keeps its line, and that one comes as a copy", () => {
    const asked = (turns: number) => {
      const made = conversation("edit")
      for (let turn = 1; turn <= turns; turn += 1) {
        made.say("user", `Q${turn}′`)
        made.say("assistant", `A${turn}′`)
      }
      // Their ids are not those of the first questions: these are gone from the file.
      return linesOf(JSON.parse(JSON.stringify(made.done()).replaceAll(/edit-(?=\d)/g, "edit-anew-")))
    }
    const anew = asked(1)
    const copy = besideOf(anew, here)
    expect(wordsIn(copy)).toBe("Q1′ A1′")
    expect(copy?.branch).toBe(2)
    expect(copy?.id).not.toBe(before[0]?.id)
    expect(idsOf(copy).some((id) => here.includes(id) || idsOf(anew[0]).includes(id))).toBe(false)
    // When it has gone on, the copy is found and goes on, too.
    const longer = besideOf(asked(2), here)
    expect(longer?.id).toBe(copy?.id)
    expect(placesOf([longer ?? ({} as never)], idsOf(copy))).toMatchObject([{ kind: "grown", added: 2 }])
  })
})

describe("a conversation whose messages bear ids that stand in another one", () => {
  const [chat] = before as readonly [ImportedChat]
  const [one = "", ...others] = here

  it("gets ids of its own for these, the same each time, and keeps the rest", () => {
    const owned = withOwnIds(chat, new Set(), (id) => id === one)
    const [own, ...rest] = idsOf(owned)
    expect(rest).toEqual(others)
    expect(here).not.toContain(own)
    expect(wordsIn(owned)).toBe(wordsIn(chat))
    expect(withOwnIds(chat, new Set(), () => false)).toBe(chat)
    // The other conversation may have gone since.
    expect(idsOf(withOwnIds(chat, new Set(idsOf(owned)), () => false))).toEqual(idsOf(owned))
    // Two conversations with the same messages do not get the same ids.
    expect(idsOf(withOwnIds({ ...chat, id: "fork" }, new Set(), (id) => id === one))[0]).not.toBe(own)
  })

  it("has answers that name their question by its new id", () => {
    const [question, answer] = chat.messages as readonly [Message, Message]
    const version = { date: 1, content: "A1′", questionId: question.id }
    const asked = { ...answer, questionId: question.id, versions: { before: [version], after: [] } }
    const [own, told] = withOwnIds({ ...chat, messages: [question, asked] }, new Set(), () => true).messages
    expect([told?.questionId, told?.versions?.before[0]?.questionId]).toEqual([own?.id, own?.id])
  })

  it("has no id twice", () => {
    const twice = { ...chat, messages: [...chat.messages, ...chat.messages] }
    const ids = idsOf(withOwnIds(twice, new Set(), () => false))
    expect([ids.slice(0, 4), new Set(ids).size]).toEqual([here, 8])
    expect(idsOf(withOwnIds(twice, new Set(ids), () => false))).toEqual(ids)
  })
})
