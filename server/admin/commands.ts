import { assertNever } from "#core/lib/assert-never.ts"
import { err, ok } from "#core/lib/result.ts"
import type { ExportedEntry } from "../ledger/export-entries.ts"
import type { Verification } from "../ledger/verify.ts"
import { amountOf, expectShape, lineOf, oneOf, referenceOf, UsageError, wholeOf, type Arguments } from "./arguments.ts"
import { entriesCsv } from "./entries-csv.ts"
import { answered, type Answer, type Command, type CommandDeps } from "./command.ts"
import { modelsCommand } from "./model-commands.ts"
import { mostCodes, type CodeView, type CreditView, type Operations, type ShownWallet } from "./operations.ts"
import { pricesCommand } from "./price-commands.ts"
import { erasedAnswer, shareCommand } from "./share-commands.ts"
import { facts, reais, table } from "./table.ts"
import { vanishingText } from "./what-vanishes.ts"

export const usage = `usage: npm run admin -- COMMAND [--json]

  code create --kind premium|free [--credit 20.00] [--calls 10] [--label TEXT] [--count N]
  code show|freeze|unfreeze|rotate CODE
  code erase CODE                          what it has shared and its vaults go; its books stay
  credit CODE 10.00 --ref REFERENCE        the same reference is booked once
  calls CODE +5 --ref REFERENCE            search calls, added or taken back
  ledger verify                            exit 1 when an invariant is broken
  ledger export                            every entry as CSV
  models list [--all]                      state, days left, successor, price in reais, roles; --all: of every provider
  models add PROVIDER ID [--like ID] [--name N] [--input USD --output USD [--cached USD] [--cache-write USD]] [--window N]
             [--output-most N] [--sees text,image] [--efforts none,low,...] [--kind chat|image|speech|transcription]
                                           --like: abilities, limits and, without a price, the price of another model
  models alias ASKED CALLED                who asks for one name is answered by another model; CALLED: ID or ID@Provider
  models alias ASKED --remove
  models retire PROVIDER ID [--on DATE] [--successor ID]
                                           without --on, or on a day that has come: gone at once
  models revive PROVIDER ID                undoes that it is gone, however that was found
  models refresh [--from FILE|URL] [--keys] [--write] [--accept ID,...]
                                           from a list of models.dev's shape, the providers' own lists (--keys), or
                                           MODELS_URL; without --write it shows the difference only
  prices list
  prices set PROVIDER MODEL --input USD --output USD [--cached USD] [--cache-write USD] [--search USD] [--source TEXT]
                                           US dollars per million tokens (search: per call)
  prices set PROVIDER MODEL --picture USD  per picture, whatever its size; or by size and quality, all at once:
                                           --picture "1024x1024 medium=0.034, 1536x1024 medium=0.051"
                                           and each picture handed in to be edited: "…, edited=0.015"
  prices set PROVIDER MODEL --speech USD   per million characters read aloud
  prices set PROVIDER MODEL --transcription USD   per minute of sound written down
  prices refresh                           for developers: config/models.json from the price package
  share list [--state reported|live|hidden|removed|expired|erasing]
                                           what people have shared by a link; without --state what was reported
  share show|takedown|restore ID
  usage [--days 30]
  backup FILE
  restore FILE [--yes]                     shows what would vanish, and asks before that; --yes: agreed

CODE is an account's id, or - for an access code on standard input. An access code itself does as well, with a warning:
arguments are kept by the shell and by npm.`

/** A command line as something to do. Throws a UsageError before anything is touched. */
export function parseCommand(args: Arguments): Command {
  const [noun = "", verb = ""] = args.words
  const rest = (words: number): Arguments => ({ ...args, words: args.words.slice(words) })
  switch (noun) {
    case "code":
      return codeCommand(verb, rest(2))
    case "credit":
      return creditCommand(rest(1))
    case "calls":
      return callsCommand(rest(1))
    case "ledger":
      return ledgerCommand(verb, rest(2))
    case "models":
      return modelsCommand(verb, rest(2))
    case "prices":
      return pricesCommand(verb, rest(2))
    case "share":
      return shareCommand(verb, rest(2))
    case "usage":
      return usageCommand(rest(1))
    case "backup":
      return backupCommand(rest(1))
    case "restore":
      return restoreCommand(rest(1))
    default:
      throw new UsageError(noun === "" ? "a command is missing" : `there is no command "${noun}"`)
  }
}

function codeCommand(verb: string, args: Arguments): Command {
  const known = oneOf(verb, "code", ["create", "show", "freeze", "unfreeze", "rotate", "erase"])
  if (known === "create") return createCommand(args)
  const { CODE = "" } = expectShape(args, { words: ["CODE"], options: [] })
  switch (known) {
    case "show":
      return forAccount(CODE, async (account, operations) => answered(await operations.showCode(account), codeFacts))
    case "freeze":
    case "unfreeze":
      return forAccount(CODE, async (account, operations) =>
        answered(await operations.setFrozen(account, known === "freeze"), codeFacts),
      )
    case "rotate":
      return forAccount(CODE, async (account, operations) =>
        answered(await operations.rotateCode(account), ({ code }) => code),
      )
    case "erase":
      return async ({ accountNamed, shares }) => {
        const erased = await shares.eraseCode(await accountNamed(CODE))
        return erased.ok ? ok(erasedAnswer(erased.value)) : erased
      }
    default:
      return assertNever(known)
  }
}

/** A command about the account that its word CODE names. */
function forAccount(word: string, run: (account: string, operations: Operations) => ReturnType<Command>): Command {
  return async ({ accountNamed, operations }) => run(await accountNamed(word), operations)
}

function createCommand(args: Arguments): Command {
  expectShape(args, { words: [], options: ["kind", "credit", "calls", "label", "count"] })
  const label = lineOf(args.options.get("label") ?? "", "--label", 200)
  const what = {
    kind: oneOf(args.options.get("kind"), "--kind", ["premium", "free"]),
    credit: amountOf(args.options.get("credit") ?? "0", "--credit"),
    calls: wholeOf(args.options.get("calls") ?? "0", "--calls", 0, 1_000_000_000),
    label,
    count: wholeOf(args.options.get("count") ?? "1", "--count", 1, mostCodes),
  }
  return async ({ operations }) => {
    const made = await operations.createCodes(what)
    return ok({ json: made, text: made.codes.map(({ code }) => code).join("\n") })
  }
}

function creditCommand(args: Arguments): Command {
  const { CODE = "", AMOUNT = "" } = expectShape(args, { words: ["CODE", "AMOUNT"], options: ["ref"] })
  const amount = amountOf(AMOUNT, "AMOUNT", { negative: true })
  const ref = referenceOf(args)
  return forAccount(CODE, async (account, operations) =>
    answered(await operations.credit(account, amount, ref), (view) => creditLine(view, reais(view.balance.available))),
  )
}

function callsCommand(args: Arguments): Command {
  const { CODE = "", CALLS = "" } = expectShape(args, { words: ["CODE", "CALLS"], options: ["ref"] })
  const calls = wholeOf(CALLS, "CALLS", -1_000_000_000, 1_000_000_000)
  if (calls === 0) throw new UsageError("CALLS must not be 0")
  const ref = referenceOf(args)
  return forAccount(CODE, async (account, operations) =>
    answered(await operations.creditCalls(account, calls, ref), (view) =>
      creditLine(view, `${view.balance.available} calls`),
    ),
  )
}

function ledgerCommand(verb: string, args: Arguments): Command {
  const known = oneOf(verb, "ledger", ["verify", "export"])
  expectShape(args, { words: [], options: [] })
  if (known === "verify") {
    return async ({ operations }) => {
      const result = await operations.verify()
      const text = result.ok ? `ok, ${result.checked} checked` : violationLines(result).join("\n")
      return ok({ json: result, text, failed: !result.ok })
    }
  }
  return async ({ operations }) => {
    if (!args.json) return ok({ json: undefined, text: entriesCsv(operations.exportEntries()) })
    const entries: ExportedEntry[] = []
    for await (const entry of operations.exportEntries()) entries.push(entry)
    return ok({ json: { entries }, text: "" })
  }
}

function violationLines({ violations }: Verification): readonly string[] {
  return violations.map(({ invariant, detail }) => `${invariant}  ${detail}`)
}

function usageCommand(args: Arguments): Command {
  expectShape(args, { words: [], options: ["days"] })
  const days = wholeOf(args.options.get("days") ?? "30", "--days", 1, 3_650)
  return async ({ operations }) => {
    const view = await operations.usage(days)
    const head = ["model", "runs", "revenue", "paid", "free", "lost", "input", "output", "searches"]
    const rows = view.models.map((row) => [
      row.model,
      row.runs,
      reais(row.revenue),
      reais(row.paid),
      reais(row.free),
      reais(row.lost),
      row.inputTokens,
      row.outputTokens,
      row.searchCalls,
    ])
    return ok({ json: view, text: `since ${view.since}\n${table(head, rows)}` })
  }
}

function backupCommand(args: Arguments): Command {
  const { FILE = "" } = expectShape(args, { words: ["FILE"], options: [] })
  return orRefusal(async ({ backup }) => {
    const copied = await backup(FILE)
    const { pepper, files } = copied
    const apart =
      pepper === undefined
        ? "the pepper (ACCESS_PEPPER) is in no copy: keep it in another place"
        : `the pepper is in ${pepper}: keep the two apart, for together they let a thief try codes`
    const besides =
      files === undefined ? [] : [`what people share lies in ${files}, which is not in it: copy that, too`]
    return { json: copied, text: [`saved to ${FILE}`, apart, ...besides].join("\n") }
  })
}

function restoreCommand(args: Arguments): Command {
  const { FILE = "" } = expectShape(args, { words: ["FILE"], options: [], flags: ["yes"] })
  return orRefusal(async ({ restore, ask }) => {
    let answer: boolean | undefined
    const { isDone, vanishes, books } = await restore(FILE, async (present) => {
      if (args.flags.has("yes")) return true
      if (!args.json) answer = await ask(`${vanishingText(present)}\n\nRestore all the same?`)
      return answer === true
    })
    if (books?.ok === false) {
      const error = `restored from ${FILE}, whose books are broken`
      const text = [error, ...violationLines(books)].join("\n")
      return { json: { error, file: FILE, vanished: vanishes, violations: books.violations }, text, failed: true }
    }
    if (isDone) return { json: { file: FILE, vanished: vanishes }, text: `restored from ${FILE}` }
    const error = "nothing was restored: something would vanish, and --yes agrees to that"
    const text = answer === undefined ? `${vanishingText(vanishes)}\n\n${error}` : "nothing was restored"
    return { json: { error, vanishes }, text, failed: true }
  })
}

/** A file error becomes a single line. */
function orRefusal(run: (deps: CommandDeps) => Promise<Answer>): Command {
  return async (deps) => {
    try {
      return ok(await run(deps))
    } catch (error) {
      return err({ kind: "invalid", message: error instanceof Error ? error.message : String(error) })
    }
  }
}

function codeFacts(view: CodeView): string {
  const wallet = ({ posted, held, available, frozen }: ShownWallet, amount: (of: number) => number | string) => {
    const isHeld = held > 0 ? ` (${amount(held)} held)` : ""
    const isShut = frozen === null ? "" : `, frozen: ${whyShut[frozen](amount(posted))}`
    return `${amount(available)}${isHeld}${isShut}`
  }
  return facts([
    ["id", view.id],
    ["kind", view.kind],
    ["label", view.label],
    ["frozen", view.frozen ? "yes" : "no"],
    ["created", view.created],
    ["premium", wallet(view.premium, reais)],
    ["free", wallet(view.free, reais)],
    ["calls", wallet(view.calls, (calls) => calls)],
  ])
}

const whyShut = {
  operator: () => "with its code",
  books: () => "a check of the books found it wrong (code unfreeze opens it)",
  overdrawn: (posted: number | string) => `${posted} after a payment was taken back; it opens when that is covered`,
} satisfies Record<NonNullable<ShownWallet["frozen"]>, (posted: number | string) => string>

function creditLine({ outcome, ref }: CreditView, available: string): string {
  return outcome === "credited" ? `booked; available ${available}` : `${ref} was booked before; available ${available}`
}
