import { expect, test } from "vitest"
import { catalogueNews } from "./catalogue-news.ts"
import { catalogueProblems, catalogueWarnings } from "./check-catalogue.ts"
import { knownLife } from "./found-life.ts"
import type { ModelRow } from "./model-row.ts"

const row = (id: string, more: Partial<ModelRow> = {}): ModelRow => ({
  provider: "openai",
  id,
  name: id,
  kind: "chat",
  source: "a list",
  read: "2026-11-22",
  ...more,
})
const followedBy = (...successors: string[]) => ({ life: { successors } })
const now = Date.UTC(2026, 10, 22, 12)

test("finds nothing where nothing is wrong", () => {
  const rows = [row("a", followedBy("b", "c@Anthropic")), row("b"), row("c", { provider: "anthropic" })]
  expect(
    catalogueProblems(rows, [
      { asked: "old", called: "a" },
      { asked: "older", called: "old" },
    ]),
  ).toEqual([])
})

test.each<[readonly ModelRow[], readonly [string, string][], readonly string[]]>([
  [[row("a"), row("a")], [], ["a (OpenAI) stands in the catalogue twice"]],
  [[row("a", followedBy("b"))], [], ["a (OpenAI): its successor b is no model of the catalogue"]],
  [
    [row("a", followedBy("b@Nobody")), row("b")],
    [],
    ["a (OpenAI): its successor b@Nobody is no model of the catalogue"],
  ],
  [[row("a", followedBy("a"))], [], ["a (OpenAI) would follow itself"]],
  [[row("a", followedBy("b")), row("b", followedBy("a"))], [], ["successors run in a circle: a → b → a"]],
  [
    [row("x", followedBy("a")), row("a", followedBy("b")), row("b", followedBy("c")), row("c", followedBy("a"))],
    [],
    ["successors run in a circle: a → b → c → a"],
  ],
  [[row("a")], [["a", "a"]], ["the alias a calls itself"]],
  [[row("a")], [["b", "b@OpenAI"]], ["the alias b calls itself"]],
  [
    [row("a")],
    [
      ["b", "c"],
      ["c", "b"],
    ],
    ["aliases run in a circle: b → c → b"],
  ],
  [[row("a")], [["b", "nobody"]], ["the alias b calls nobody, which is no model of the catalogue"]],
  [[row("a")], [["b", "a@Azure"]], ["the alias b calls a@Azure, which is no model of the catalogue"]],
  [[row("a")], [["b", "a@Nobody"]], ["the alias b calls a@Nobody, a provider nobody knows"]],
  [
    [
      row("a", {
        prices: [
          { from: "2026-12-01", input: 1, output: 1 },
          { input: 2, output: 2 },
        ],
      }),
    ],
    [],
    ["a (OpenAI): its prices are not in the order of the days they begin"],
  ],
  [
    [row("a", { life: { released: "2026-02-01", off: "2026-01-01" } })],
    [],
    ["a (OpenAI) would be switched off (2026-01-01) before it was released (2026-02-01)"],
  ],
])("names what is wrong in one sentence (%#)", (rows, pairs, problems) => {
  const aliases = pairs.map(([asked, called]) => ({ asked, called }))
  // A loop of aliases is reported once.
  expect(catalogueProblems(rows, aliases)).toEqual(problems)
})

test("warns of a chain of dead ones only, which is allowed", () => {
  const dead = (id: string, ...successors: string[]) => row(id, { life: { gone: true, successors } })
  const rows = [dead("a", "b"), dead("b", "c"), dead("c")]
  expect(catalogueProblems(rows, [])).toEqual([])
  expect(catalogueWarnings(rows)).toEqual([
    "a (OpenAI) is gone, and so is all that follows it (b, c)",
    "b (OpenAI) is gone, and so is all that follows it (c)",
  ])
  expect(catalogueWarnings([dead("a", "b"), row("b")])).toEqual([])
})

test("tells the operator of what leaves within 60 days and what changes its price within 30", () => {
  const changing = (from: string) => ({
    prices: [
      { input: 1, output: 1 },
      { from, input: 2, output: 2 },
    ],
  })
  const rows = [
    row("far", { life: { off: "2027-02-01" } }),
    row("near", { life: { off: "2026-12-11", successors: ["next"] } }),
    row("due", { life: { off: "2026-11-20" } }),
    row("gone", { life: { off: "2026-11-20", gone: true } }),
    row("dear", changing("2026-12-01")),
    row("later", changing("2027-01-01")),
  ]
  expect(catalogueNews(rows, now).map(({ text }) => text)).toEqual([
    "due (OpenAI) was to leave on 2026-11-20 and is called until it is refused; nothing is known to follow it",
    "dear (OpenAI) has another price from 2026-12-01 on, in 9 days",
    "near (OpenAI) leaves on 2026-12-11, in 19 days; next would follow",
  ])
})

test("believes an operator before a refusal, a list before a source, and a source at the provider's own address only", () => {
  const gone = row("a", { life: { off: "2026-10-23", gone: true } })
  expect(knownLife({ row: gone }, true)).toEqual({ off: "2026-10-23", gone: true })
  expect(knownLife({ row: gone }, false)).toMatchObject({ gone: false })
  expect(knownLife({ row: gone, found: { gone: false } }, true)).toMatchObject({ gone: false })
  expect(knownLife({ row: gone, found: { off: null } }, true)).toEqual({ off: null, gone: true })
  const refused = { gone: { at: now, why: "two keys say so" } }
  expect(knownLife({ row: row("a"), found: refused }, false)).toEqual({
    off: undefined,
    gone: true,
    why: "two keys say so",
  })
})
