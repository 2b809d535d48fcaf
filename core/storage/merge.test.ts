import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { buryRow, expiredGraves, hasUnseenWords, mergeAndRescue, reviveRow, shedRow } from "./life.ts"
import { mergeRows, writeRow } from "./merge.ts"
import type { Shape } from "./parts.ts"
import { readSync } from "./read-sync.ts"
import { isAlive, otherEditions, type Row } from "./row.ts"
import { joinSeen, laterStamp, nextStamp, type Clock, type Seen, type Stamp } from "./stamp.ts"

interface Note {
  readonly id: string
  readonly title?: string
  readonly pinned?: boolean
  readonly folder?: string
  readonly text?: string
  readonly memory?: { readonly said: string; readonly byHand: boolean }
  readonly touched: number
  readonly made: number
  readonly look: { readonly color?: string; readonly size?: number }
  readonly answers: Readonly<Record<string, string>>
  readonly words?: number
}

const shape: Shape = {
  nested: ["look", "answers"],
  together: { place: ["pinned", "folder"] },
  texts: ["text", "memory"],
  isWorthKeeping: (part) => typeof part !== "object" || (part as { byHand?: boolean }).byHand === true,
  greatest: ["touched"],
  least: ["made"],
  computed: ["words"],
  items: { path: "answers", join: (a, b) => (String(a) >= String(b) ? a : b) },
}

const empty: Note = { id: "n", touched: 0, made: 9, look: {}, answers: {} }
const merge = (a: Row<Note>, b: Row<Note>) => mergeRows(shape, a, b)

/** A device with its clock and its state of one record. */
class Device {
  row: Row<Note>
  private clock: Clock
  seen: Seen = {}
  constructor(name: string, row: Row<Note>) {
    this.clock = { device: name }
    this.row = row
  }
  private tick(now: number): Stamp {
    const last = nextStamp(this.clock, now)
    this.clock = { ...this.clock, last }
    this.seen = joinSeen(this.seen, { [this.clock.device]: last })
    return last
  }
  /** Changes what this device shows, or `before` where the writer looked at something older. */
  change(change: (note: Note) => Note, now = 0, before = this.row.value): Note {
    const after = change(before ?? empty)
    this.row = writeRow(shape, this.row, { id: "n", version: 1, before, after, stamp: this.tick(now) })
    return after
  }
  bury(now = 0): void {
    this.row = merge(this.row, buryRow("n", this.tick(now), this.seen))
  }
  /** Takes the record away, with all that was in it. */
  shed(now = 0): void {
    this.bury(now)
    this.row = shedRow(this.row)
  }
  /** Writes the record anew after its deletion, as somebody does who takes a deletion back. */
  restore(note: Note, now = 0): void {
    const seen = this.row.sync?.life?.seen
    this.row = writeRow(shape, undefined, { id: "n", version: 1, after: note, stamp: this.tick(now), seen })
  }
  meet(other: Device, isRescuing = false): void {
    if (isRescuing) {
      const { row, isRescued } = mergeAndRescue(shape, this.row, other.row, this.clock.last ?? this.tick(0))
      // A rescue is stamped like any other write, after all that was met.
      this.hear(other)
      this.row = isRescued ? reviveRow(row, this.tick(0)) : row
      return
    }
    this.row = merge(this.row, other.row)
    this.hear(other)
  }
  private hear(other: Device): void {
    this.clock = { ...this.clock, ...last(this.clock.last, other.clock.last) }
    this.seen = joinSeen(this.seen, other.seen)
  }
}

function last(a: Stamp | undefined, b: Stamp | undefined): { last?: Stamp } {
  const later = laterStamp(a, b)
  return later === undefined ? {} : { last: later }
}

const word = fc.constantFrom("a", "b", "c", "d")
const change: fc.Arbitrary<(note: Note) => Note> = fc.oneof(
  word.map((title) => (note: Note) => ({ ...note, title })),
  fc.constant(({ title: _title, ...note }: Note) => note),
  fc.tuple(fc.boolean(), word).map(([pinned, folder]) => (note: Note) => ({ ...note, pinned, folder })),
  word.map((text) => (note: Note) => ({ ...note, text })),
  fc.tuple(word, fc.boolean()).map(([said, byHand]) => (note: Note) => ({ ...note, memory: { said, byHand } })),
  fc.nat(9).map((time) => (note: Note) => ({ ...note, touched: time, made: time, words: time })),
  word.map((color) => (note: Note) => ({ ...note, look: { ...note.look, color } })),
  fc.nat(5).map((size) => (note: Note) => ({ ...note, look: { ...note.look, size } })),
  fc.tuple(word, word).map(([id, said]) => (note: Note) => ({ ...note, answers: { ...note.answers, [id]: said } })),
)
const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant("change" as const), who: fc.nat(2), change, now: fc.nat(20) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("bury" as const), who: fc.nat(2), now: fc.nat(20) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("meet" as const),
      who: fc.nat(2),
      whom: fc.nat(2),
      isRescuing: fc.boolean(),
    }),
  },
)
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never

/** Three devices after some of everything. They begin with rows from before there were stamps, not all alike. */
function live(acts: readonly Act[]): readonly [Device, Device, Device] {
  const old = (title?: string): Row<Note> => ({
    id: "n",
    value: title === undefined ? empty : { ...empty, title, text: title },
  })
  const devices = [new Device("desk", old()), new Device("phone", old("a")), new Device("work", old())] as const
  for (const one of acts) {
    const device = devices[one.who as 0 | 1 | 2]
    if (one.kind === "change") device.change(one.change, one.now)
    else if (one.kind === "bury") device.bury(one.now)
    else device.meet(devices[one.whom as 0 | 1 | 2], one.isRescuing)
  }
  return devices
}
const lives = fc.array(act, { maxLength: 25 }).map(live)

describe("the join of two states", () => {
  it("with itself is itself", () => {
    fc.assert(
      fc.property(lives, ([a]) => {
        expect(merge(a.row, a.row)).toEqual(a.row)
      }),
    )
  })

  it("is the same whichever comes first", () => {
    fc.assert(
      fc.property(lives, ([a, b]) => {
        expect(merge(a.row, b.row)).toEqual(merge(b.row, a.row))
      }),
    )
  })

  it("is the same in whatever order three meet", () => {
    fc.assert(
      fc.property(lives, ([a, b, c]) => {
        expect(merge(merge(a.row, b.row), c.row)).toEqual(merge(a.row, merge(b.row, c.row)))
      }),
    )
  })

  it("has what both have once it knows both: meeting again changes nothing", () => {
    fc.assert(
      fc.property(lives, ([a, b]) => {
        const both = merge(a.row, b.row)
        expect(merge(both, a.row)).toEqual(both)
        expect(merge(both, b.row)).toEqual(both)
      }),
    )
  })

  it("loses no text that was written on one device while another wrote its own", () => {
    fc.assert(
      fc.property(lives, fc.nat(20), fc.nat(20), ([a, b], here, there) => {
        a.change((note) => ({ ...note, text: "here" }), here)
        b.change((note) => ({ ...note, text: "first there" }), there)
        b.change((note) => ({ ...note, text: "there" }), there)
        const both = merge(a.row, b.row)
        const texts = [both.value?.text, ...otherEditions(both.sync, "text", both.value?.text).map(({ v }) => v)]
        expect(texts).toEqual(expect.arrayContaining(["here", "there"]))
        expect(texts).not.toContain("first there")
      }),
    )
  })

  it("offers no other edition of a text where all wrote the same, apart from each other", () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), fc.nat(20), (here, there, elsewhere) => {
        const [a, b, c] = live([])
        for (const [one, now] of [
          [a, here],
          [b, there],
        ] as const)
          one.change((note) => ({ ...note, text: "same" }), now)
        const two = merge(a.row, b.row)
        expect([two.value?.text, otherEditions(two.sync, "text", two.value?.text)]).toEqual(["same", []])
        c.change((note) => ({ ...note, text: "other" }), elsewhere)
        const all = merge(two, c.row)
        const others = otherEditions(all.sync, "text", all.value?.text).map(({ v }) => v)
        expect(new Set([all.value?.text, ...others])).toEqual(new Set(["other", "same"]))
        expect(others.length).toBe(1)
      }),
    )
  })

  it("brings nothing back that was deleted by somebody who knew all of it", () => {
    fc.assert(
      fc.property(lives, fc.nat(20), ([a, b, c], now) => {
        a.meet(b)
        a.meet(c)
        a.bury(now)
        for (const other of [b, c]) expect(isAlive(merge(a.row, other.row))).toBe(false)
      }),
    )
  })

  it("is alive where it was written again after its deletion was known, with what was written", () => {
    fc.assert(
      fc.property(lives, fc.nat(20), ([a, b], now) => {
        a.bury(now)
        b.meet(a)
        b.change((note) => ({ ...note, title: "again" }), now)
        const both = merge(a.row, b.row)
        expect([isAlive(both), both.value?.title]).toEqual([true, "again"])
      }),
    )
  })

  it("keeps each of two parts that were changed apart, and the later of one that both changed", () => {
    const [a, b] = live([])
    a.change((note) => ({ ...note, title: "later", look: { color: "red" } }), 7)
    b.change((note) => ({ ...note, title: "sooner", look: { size: 3 } }), 5)
    expect(merge(a.row, b.row).value).toMatchObject({ title: "later", look: { color: "red", size: 3 } })
  })

  it("keeps what one device took away", () => {
    const [a, b] = live([])
    a.change((note) => ({ ...note, pinned: true, folder: "f" }), 1)
    b.meet(a)
    b.change(({ pinned: _p, folder: _f, ...note }) => note, 2)
    expect(merge(a.row, b.row).value).not.toHaveProperty("folder")
  })
})

describe("the life of a record", () => {
  it("goes on, on every device, where it was deleted by somebody who had not seen its last words", () => {
    fc.assert(
      fc.property(lives, fc.nat(20), fc.boolean(), ([a, b, c], now, isFoundThere) => {
        a.change((note) => ({ ...note, text: "unseen" }), now)
        b.bury(now)
        const [finder, other] = isFoundThere ? [b, a] : [a, b]
        finder.meet(other, true)
        other.meet(finder, true)
        c.meet(finder, true)
        for (const device of [a, b, c]) {
          const texts = [
            device.row.value?.text,
            ...otherEditions(device.row.sync, "text", device.row.value?.text).map(({ v }) => v),
          ]
          expect([isAlive(device.row), texts.includes("unseen")]).toEqual([true, true])
        }
      }),
    )
  })

  it("ends where it was deleted by somebody who knew all its words, whatever else was changed since", () => {
    fc.assert(
      fc.property(lives, fc.nat(20), ([a, b, c], now) => {
        a.meet(b)
        a.meet(c)
        a.bury(now)
        const life = a.row.sync?.life
        const wasAlive = b.row.value !== undefined && isAlive(b.row)
        b.change((note) => ({ ...note, title: "unseen title", pinned: true }), now)
        if (wasAlive && life !== undefined) expect(hasUnseenWords(shape, b.row, life)).toBe(false)
        a.meet(c, true)
        expect(isAlive(a.row)).toBe(false)
      }),
    )
  })

  it("that is taken up again keeps what the others wrote meanwhile, and offers nothing that was known before", () => {
    const [a, b] = live([])
    a.change((note) => ({ ...note, text: "old" }), 1)
    b.meet(a)
    b.change((note) => ({ ...note, text: "known" }), 2)
    a.meet(b)
    const known = a.row.value as Note
    a.shed(3)
    a.restore(known, 4)
    expect(otherEditions(merge(a.row, b.row).sync, "text", merge(a.row, b.row).value?.text)).toEqual([])
    expect(merge(a.row, b.row)).toEqual(merge(b.row, a.row))
    b.change((note) => ({ ...note, text: "meanwhile" }), 5)
    expect(merge(a.row, b.row).value?.text).toBe("meanwhile")
    expect(otherEditions(merge(a.row, b.row).sync, "text", merge(a.row, b.row).value?.text).map(({ v }) => v)).toEqual([
      "known",
    ])
  })

  it("is what it was when a deletion is taken back: with every stamp of its parts", () => {
    const [a, b] = live([])
    a.change((note) => ({ ...note, title: "before" }), 1)
    const kept = a.row
    b.meet(a)
    b.change((note) => ({ ...note, title: "meanwhile" }), 2)
    a.shed(3)
    const back = reviveRow(kept, nextStamp({ device: "desk" }, 4))
    expect(isAlive(merge(a.row, back))).toBe(true)
    expect(merge(merge(a.row, back), b.row).value?.title).toBe("meanwhile")
  })
})

describe("graves", () => {
  const grave = (at: number) => ({ life: { alive: false, c: nextStamp({ device: "desk" }, at) } })

  it("are dropped when they are old", () => {
    const [old, older, young] = [grave(900), grave(500), grave(2_000)]
    const expired = expiredGraves([young, older, old], 2_000, { keptMs: 1_000, most: 9 })
    expect(new Set(expired)).toEqual(new Set([old, older]))
  })

  it("are at most so many, the latest", () => {
    const all = [3, 1, 2].map(grave)
    expect(expiredGraves(all, 3, { keptMs: 1_000, most: 2 })).toEqual([all[1]])
  })

  it("that are few and young stay", () => {
    expect(expiredGraves([grave(3)], 3)).toEqual([])
  })
})

describe("a write", () => {
  it("of somebody who knew an older state leaves what others wrote meanwhile", () => {
    const [a] = live([])
    const seen = a.row.value
    a.change((note) => ({ ...note, title: "theirs", pinned: true }), 1)
    a.change((note) => ({ ...note, look: { color: "own" } }), 2, seen)
    expect(a.row.value).toMatchObject({ title: "theirs", pinned: true, look: { color: "own" } })
  })

  it("keeps beside it a text that its writer had not seen, and takes the place of one that was", () => {
    const [a] = live([])
    const seen = a.change((note) => ({ ...note, text: "first" }), 1)
    a.change((note) => ({ ...note, text: "theirs" }), 2)
    a.change((note) => ({ ...note, text: "own" }), 3, seen)
    expect(a.row.value?.text).toBe("own")
    expect(otherEditions(a.row.sync, "text", a.row.value?.text).map(({ v }) => v)).toEqual(["theirs"])
    a.change((note) => ({ ...note, text: "both" }), 4)
    expect(otherEditions(a.row.sync, "text", a.row.value?.text)).toEqual([])
  })

  it("of what is there already changes nothing, not even a stamp", () => {
    fc.assert(
      fc.property(lives, ([a, b]) => {
        const before = a.row
        if (before.value === undefined || !isAlive(before)) return
        a.change((note) => ({ ...note }))
        expect(a.row).toBe(before)
        b.meet(a)
        expect(b.row.value).toBeDefined()
      }),
    )
  })

  it("that was made before the stored one leaves it, where it comes late", () => {
    const [a] = live([])
    const seen = a.row.value
    a.change((note) => ({ ...note, title: "later" }), 50)
    const late = { id: "n", version: 1, before: seen, after: { ...empty, title: "sooner", text: "words" }, madeAt: 40 }
    const row = writeRow(shape, a.row, { ...late, stamp: nextStamp({ device: "desk" }, 60) })
    expect(row.value).toMatchObject({ title: "later", text: "words" })
  })

  it("to a dead record makes a new one of the same name", () => {
    const [a] = live([])
    a.bury(1)
    a.change((note) => ({ ...note, title: "again" }), 2, undefined)
    expect(isAlive(a.row)).toBe(true)
    expect(a.row.value?.title).toBe("again")
  })
})

describe("damaged stamps", () => {
  it("are left out, and what is left is a record that can be written and joined", () => {
    const junk = fc.oneof(fc.anything(), fc.constantFrom("0mhwgz000-0000-desk", {}, null, { c: "0mhwgz000-0000-desk" }))
    const sync = fc.record({
      born: junk,
      life: junk,
      at: junk,
      texts: fc.oneof(junk, fc.dictionary(fc.string(), junk)),
    })
    fc.assert(
      fc.property(fc.oneof(junk, sync), lives, (stored, [a]) => {
        const read = readSync(stored)
        const row: Row<Note> = { id: "n", value: empty, ...(read === undefined ? {} : { sync: read }) }
        expect(merge(row, a.row)).toEqual(merge(a.row, row))
        const stamp = nextStamp({ device: "desk" }, 1)
        writeRow(shape, row, { id: "n", version: 1, before: empty, after: { ...empty, text: "x" }, stamp })
      }),
    )
  })

  it("that are whole come back as they are", () => {
    fc.assert(
      fc.property(lives, ([a]) => {
        expect(readSync(a.row.sync)).toEqual(a.row.sync)
      }),
    )
  })
})
