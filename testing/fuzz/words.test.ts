import fc from "fast-check"
import { afterEach, expect, test } from "vitest"
import { pt as statementTexts } from "#core/i18n/locales/pt/statement.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import type { StatementLine } from "#core/ledger/statement.ts"
import { parseArguments, UsageError } from "../../server/admin/arguments.ts"
import { parseCommand, usage } from "../../server/admin/commands.ts"
import { entriesCsv } from "../../server/admin/entries-csv.ts"
import { commaDecimalCsv, type CsvForm, csvLine, plainCsv } from "../../server/http/csv.ts"
import type { ExportedEntry } from "../../server/ledger/export-entries.ts"
import { statementCsv } from "../../server/account/statement-csv.ts"
import { expectUntouchedPrototypes, fuzzRuns, fuzzTimeout, readSafely } from "./fuzz-run.ts"

const timeout = fuzzTimeout
afterEach(expectUntouchedPrototypes)

/** Names that strangers may send, including characters that end a field, a line or break a spreadsheet. */
const oddText = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."=+-@＝＠,;\"'\t\r\n \u00a0\u2003aé1"), maxLength: 12 }),
  fc.constantFrom('=cmd|"/c calc"!A1', "@SUM(1+1)", '"', '""', ",,,;;;", "\r\n", "__proto__", "a".repeat(100_000)),
  fc.string({ unit: "binary", maxLength: 20 }),
)
const oddNumber = fc.oneof(fc.maxSafeInteger(), fc.constantFrom(0, -0, 1e-6, -1e-6, 2 ** 53 - 1, 0.1))

/** A file of CSV as a program reads it that follows RFC 4180. */
function fieldsOf(csv: string, { separator }: CsvForm): readonly (readonly string[])[] {
  const lines: string[][] = [[""]]
  let isQuoted = false
  for (let at = 0; at < csv.length; at++) {
    const letter = csv[at] ?? ""
    const line = lines.at(-1) ?? []
    const add = (text: string) => void (line[line.length - 1] += text)
    if (isQuoted && letter === '"' && csv[at + 1] === '"') add(csv[++at] ?? "")
    else if (letter === '"') isQuoted = !isQuoted
    else if (isQuoted) add(letter)
    else if (letter === separator) line.push("")
    else if (letter === "\r" && csv[at + 1] === "\n") {
      at += 1
      lines.push([""])
    } else add(letter)
  }
  return lines.slice(0, -1)
}

const isFormula = (field: string) => /^\s*[=+@＝＋－＠]|^\s*-\D/.test(field)

test.each([
  ["as programs read it", plainCsv],
  ["as spreadsheets do", commaDecimalCsv],
])("a line of CSV %s says every field as it was, and none that is a formula", { timeout }, (_, form) => {
  fc.assert(
    fc.property(fc.array(fc.oneof(oddText, oddNumber), { minLength: 1, maxLength: 6 }), (fields) => {
      const line = readSafely("a line of CSV", () => csvLine(fields, form))
      const [read, ...more] = fieldsOf(line, form)
      expect(more).toEqual([])
      expect(read).toHaveLength(fields.length)
      for (const [at, field] of fields.entries()) {
        const told = read?.[at] ?? ""
        if (typeof field === "number") expect(Number(told.replace(",", "."))).toBeCloseTo(field, 6)
        else expect([field, `'${field}`]).toContain(told)
        if (typeof field === "string") expect([told].filter(isFormula)).toEqual([])
      }
    }),
    fuzzRuns(500),
  )
})

test("a statement's file has as many fields in every line as it has titles", { timeout }, async () => {
  const line = fc.record(
    {
      id: oddText,
      at: fc.nat({ max: 8.64e15 }),
      kind: fc.constantFrom("use", "credit", "refund", "grant"),
      purse: fc.constantFrom("premium", "free"),
      amount: oddNumber.map((amount) => microReais(Math.trunc(amount))),
      calls: fc.integer(),
      balanceAfter: fc.constant(microReais(0)),
      callsAfter: fc.integer(),
      source: oddText,
      model: oddText,
      asked: oddText,
      runId: oddText,
      ending: oddText,
      searchCalls: fc.nat(),
    },
    { requiredKeys: ["id", "at", "kind", "purse", "amount", "calls", "balanceAfter", "callsAfter"] },
  ) as unknown as fc.Arbitrary<StatementLine>
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 4 }), async (lines) => {
      const written = await textOf(statementCsv(each(lines), statementTexts, false, plainCsv))
      expectTable(written, lines.length)
    }),
    fuzzRuns(100),
  )
})

test("the file of all entries, too, whatever their references say", { timeout }, async () => {
  const instant = fc.nat({ max: 8.64e15 })
  const entry = fc.record({
    txn: fc.nat(),
    seq: fc.nat(),
    kind: oddText,
    ref: oddText,
    at: instant,
    event_at: instant,
    account: oddText,
    unit: fc.constantFrom("BRL", "calls"),
    amount: fc.maxSafeInteger(),
    meta: oddText,
  }) as unknown as fc.Arbitrary<ExportedEntry>
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 4 }), async (entries) => {
      expectTable(await textOf(entriesCsv(each(entries))), entries.length)
    }),
    fuzzRuns(100),
  )
})

function expectTable(csv: string, lines: number): void {
  const [titles = [], ...rows] = fieldsOf(csv, plainCsv)
  expect(rows).toHaveLength(lines)
  for (const row of rows) {
    expect(row).toHaveLength(titles.length)
    expect(row.filter(isFormula)).toEqual([])
  }
}

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = ""
  for await (const piece of pieces) text += piece
  return text
}

/** Words of the command line's own help, and what nobody would type. */
const word = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...usage.match(/--[\w-]+|[\w.+@-]+/g)!) },
  fc.constantFrom(..."- -- --= --=x --json=1 --__proto__ --constructor=1 --help -5 1e999 0x10 NaN ٣".split(" ")),
  fc.constantFrom("", "\u0000", "\u001b[2J", "a".repeat(100_000), "9".repeat(400), "2026-02-30", "prosa_".repeat(50)),
  oddText,
)

test("a command line is a command, or is told what is wrong with it", { timeout }, () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), (words) => {
      readSafely("a command line", () => {
        try {
          expect(parseCommand(parseArguments(words))).toBeTypeOf("function")
        } catch (error) {
          expect(error).toBeInstanceOf(UsageError)
        }
      })
    }),
    fuzzRuns(3_000),
  )
})
