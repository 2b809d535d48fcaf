import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import type { Failure } from "#core/gateway/failure.ts"
import { failureCode } from "#core/gateway/failure-status.ts"
import { accounts } from "#core/ledger/entry.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import { frozen } from "../server/gateway/billing/money-short.ts"
import { outcomeStates } from "../server/gateway/runs/outcome.ts"
import { stopReasons } from "../server/gateway/runs/run-facts.ts"
import { sayFailure } from "../server/http/present-failure.ts"
import { textsFor } from "../server/http/texts.ts"
import { holdStates } from "../server/ledger/hold.ts"
import { endRef, useRef } from "../server/ledger/paid.ts"

/*
 * `docs/money.md` says who pays what. Its sentences are for people to judge; that it leaves out no account, no end and no
 * proof, and names nothing that is not there, is judged here.
 */

const page = readFileSync("docs/money.md", "utf8")
/** The words between backquotes, as in `promo:free`. */
const named = new Set([...page.matchAll(/`([^`\n]+)`/g)].map(([, name = ""]) => name))
/** The cells of all rows of tables, without their heads' lines. */
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| -"))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

/** The accounts of the books, with words in the place of ids. */
const accountNames = Object.values({
  ...accounts,
  wallet: [accounts.wallet("{code}", "premium"), accounts.wallet("{code}", "free")],
  calls: accounts.calls("{code}"),
  clearing: accounts.clearing("{source}"),
  revenue: accounts.revenue("{model}"),
} satisfies Record<keyof typeof accounts, string | readonly string[]>).flat()

/** Files of the program in which a word may stand, without tests. */
function sources(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .map((path) => join(folder, path))
}

describe("the page of the money", () => {
  test("names every account of the books, and none that is not there", () => {
    expect(accountNames.filter((account) => !named.has(account))).toEqual([])
    const told = [...named].filter((name) => /^(wallet|calls|pix|revenue|promo|loss):/.test(name))
    const references = ["calls:manual:{ref}"]
    expect(accountNames).toEqual(expect.arrayContaining(told.filter((name) => !references.includes(name))))
    expect([...named]).toEqual(expect.arrayContaining([useRef("{run}"), endRef("{run}")]))
  })

  test("has every state of a run and of a hold, and every reason to end one, in a row of its own", () => {
    const heads = rows.map(([first]) => first)
    const words = [...outcomeStates, ...stopReasons, ...holdStates]
    expect(words.filter((word) => !heads.includes(`\`${word}\``))).toEqual([])
  })

  test("says of every end and every fault where its rule stands and what proves it", () => {
    const ids = rows.flatMap(([first = ""]) => (/^[ABC]\d+(, [ABC]\d+)*$/.test(first) ? first.split(", ") : []))
    const told = rows.flatMap(([first = "", ...rest]) => (/^[ABC]\d+$/.test(first) && rest.length > 2 ? [first] : []))
    expect(told.length).toBeGreaterThan(40)
    expect(ids.toSorted()).toEqual([...told, ...told].toSorted())
    const proofs = rows.filter(([first = "", ...rest]) => /^[ABC]\d/.test(first) && rest.length === 2)
    const isProved = ([, rule = "", proof = ""]: readonly string[]) =>
      /`(core|server)\/[\w/-]+\.ts`/.test(rule) && proof.includes(".test.ts`")
    expect(proofs.filter((row) => !isProved(row))).toEqual([])
    const references = [...page.matchAll(/\b[ABC]\d+\b/g)].map(([reference]) => reference)
    expect(references.filter((reference) => !told.includes(reference))).toEqual([])
  })

  test("names no file, and no page, that is not there", () => {
    const files = [...named].filter((name) => /^(core|server|testing)\//.test(name))
    expect(files.length).toBeGreaterThan(60)
    const links = [...page.matchAll(/\]\(([^)#]+)\)/g)].map(([, to = ""]) => join("docs", to))
    expect([...files, ...links].filter((path) => !existsSync(path))).toEqual([])
  })

  test("tells the words that are said, and the codes that programs hear", () => {
    const failures: readonly Failure[] = [
      { kind: "upstream-cut" },
      { kind: "upstream-cut", uncharged: true },
      { kind: "upstream-timeout" },
      { kind: "empty-answer" },
      { kind: "server-restarted" },
      { kind: "refused", reason: "run-broken" },
      { kind: "refused", reason: "key-reused" },
      { kind: "refused", reason: "answer-erased" },
      frozen({ supportUrl: undefined }, { meanwhile: true }),
    ]
    const said = failures.map((failure) => [`\`${failureCode(failure)}\``, sayFailure(failure, textsFor("en")).message])
    const words = rows.slice(rows.findIndex(([first]) => first === "code") + 1)
    expect(words).toEqual(said)
    const others: readonly Failure[] = [
      { kind: "insufficient-balance" },
      { kind: "balance-in-use" },
      { kind: "refused", reason: "no-search-calls" },
      { kind: "cost-ceiling", per: "day", ceiling: microReais(1), needed: microReais(1) },
      { kind: "free-limit-reached", availableModels: [] },
      { kind: "refused", reason: "model-unpriced" },
      { kind: "already-processing" },
    ]
    const from = rows.findIndex(([first]) => first === "told")
    const refused = rows.slice(from + 1, from + 1 + others.length).map(([first]) => first)
    expect(refused).toEqual(others.map((failure) => `\`${failureCode(failure)}\``))
  })

  test("names no series and no line of the log that nobody writes", () => {
    const program = sources("server")
      .map((path) => readFileSync(path, "utf8"))
      .join("\n")
    const series = [...named].filter((name) => name.startsWith("prosa_"))
    const lines = ["run-crashed", "database-away"]
    expect(series.length).toBeGreaterThan(3)
    const isWritten = (word: string) => program.includes(`"${word}"`) && page.includes(word)
    expect([...series, ...lines].filter((word) => !isWritten(word))).toEqual([])
  })
})
