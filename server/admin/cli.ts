/** `npm run admin -- …`: the operator's command line. Works on the data itself, whether a server runs on it or not. */
import { randomUUID } from "node:crypto"
import { printable, printableJson } from "#core/lib/printable.ts"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline/promises"
import { createAccessCodes } from "../access/access-code-store.ts"
import { readPepper } from "../access/pepper.ts"
import { checkPepper } from "../access/pepper-check.ts"
import { cannotStart } from "../store/cannot-start.ts"
import { environmentWithDotEnv, readConfig, type Config } from "../config.ts"
import { createLedger } from "../ledger/ledger-store.ts"
import { closeDataFolder } from "../store/close-data-folder.ts"
import { makeDataFolder } from "../store/data-folder.ts"
import { openDatabase, sqliteFile } from "../store/database.ts"
import type { Applied } from "../store/migrate.ts"
import { parseArguments, UsageError } from "./arguments.ts"
import { accountNamed, withoutCodes } from "./code-input.ts"
import { restoreBackup, writeBackup } from "./backup-file.ts"
import type { Answer, Command, CommandDeps } from "./command.ts"
import { parseCommand, usage } from "./commands.ts"
import { openFileStore } from "../files/file-store.ts"
import { openSharedFiles } from "../sharing/open-shared-files.ts"
import { createVaults } from "../vault/vault-store.ts"
import { createShareOperations } from "./share-operations.ts"
import { createOperations, type Operations } from "./operations.ts"
import { type CatalogueBooks, createCatalogueStore } from "../gateway/models/catalogue-store.ts"
import { importFiles } from "../gateway/models/import-files.ts"
import { isReached } from "../gateway/models/model-presence.ts"
import { readModelFile } from "../gateway/models/model-file.ts"
import { readSource } from "../gateway/models/read-source.ts"

import { createLog } from "../http/log.ts"
import { waitByTimer } from "../time/wait.ts"
import { createModelOperations, type ModelOperations } from "./model-operations.ts"
import { createPriceOperations } from "./price-operations.ts"

// Files created from here on are readable by this user only: the database and its copies.
process.umask(0o077)

/** Exit codes. */
const done = 0
const refused = 1
const misused = 2

async function main(argv: readonly string[]): Promise<number> {
  let command: Command
  let json: boolean
  try {
    const args = parseArguments(argv)
    json = args.json
    if (args.words[0] === "help") {
      process.stdout.write(`${json ? JSON.stringify({ usage }) : usage}\n`)
      return done
    }
    command = parseCommand(args)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    complain(`${error.message}\n\n${usage}`)
    sayTrouble(error.message)
    return misused
  }
  const config = readConfig(environmentWithDotEnv(process.env))
  if (!config.ok) {
    config.error.forEach(complain)
    sayTrouble(config.error.join("; "))
    return refused
  }
  const { deps, close } = openFor(config.value)
  try {
    for (let next: Command | undefined = command; next !== undefined;) {
      const result = await next(deps)
      if (!result.ok) {
        complain(result.error.message)
        sayTrouble(result.error.message)
        return refused
      }
      await say(result.value, json)
      if (result.value.failed === true) return refused
      next =
        !json && result.value.next && (await ask(result.value.next.question)) === true
          ? result.value.next.run
          : undefined
    }
    return done
  } finally {
    await close()
  }
}

/** Asks whoever sits at the terminal; undefined where input or output are no terminal. */
async function ask(question: string): Promise<boolean | undefined> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^y(es)?$/i.test((await lines.question(`${printable(question)} (y/N) `)).trim())
  } finally {
    lines.close()
  }
}

/** The resources of commands, opened on first use: a misspelt command does not wait for a database. */
function openFor(config: Config): { readonly deps: CommandDeps; close(): Promise<void> } {
  const now = Date.now
  let opened: ReturnType<typeof open> | undefined
  async function open(migrations: Applied) {
    prepareFolder()
    const database = await openDatabase(config, migrations).catch((error: unknown) => {
      throw new Error(cannotStart(config, error) ?? String(error))
    })
    const pepper = readPepper(config)
    const otherPepper = await checkPepper(database, pepper)
    if (otherPepper !== undefined) throw new Error(otherPepper)
    const codes = createAccessCodes(database, pepper)
    const ledger = createLedger(database, { now, newId: randomUUID })
    const store = createCatalogueStore(database)
    const imported = await importFiles(store, config.dataDir, readModelFile)
    ;[...imported.news, ...imported.problems].forEach(complain)
    const shared = await openSharedFiles(config, { database, pepper, now })
    const vaults = createVaults({ database, files: await openFileStore(config), pepper, now })
    const shares = createShareOperations(shared, vaults, codes)
    return { database, store, shares, operations: createOperations({ database, ledger, codes, now }) }
  }
  function prepareFolder() {
    makeDataFolder(config.dataDir)
    closeDataFolder(config.dataDir).warnings.forEach(complain)
  }
  // A server may be running on the data, with the code of before a `git pull`: no command changes the schema under it.
  const use = (migrations: Applied = "of-a-new-database") => (opened ??= open(migrations))
  const operations = async () => (await use()).operations
  const models = async () => modelsFor(config, (await use()).store)
  const prices = async () =>
    createPriceOperations({
      exchange: config,
      now,
      store: (await use()).store,
      shipped: readModelFile(),
      isReached: (provider) => isReached(config, provider),
    })
  const later: Operations = {
    createCodes: async (what) => (await operations()).createCodes(what),
    showCode: async (account) => (await operations()).showCode(account),
    setFrozen: async (account, frozen) => (await operations()).setFrozen(account, frozen),
    rotateCode: async (account) => (await operations()).rotateCode(account),
    credit: async (account, amount, ref) => (await operations()).credit(account, amount, ref),
    creditCalls: async (account, calls, ref) => (await operations()).creditCalls(account, calls, ref),
    verify: async () => (await operations()).verify(),
    exportEntries: async function* () {
      yield* (await operations()).exportEntries()
    },
    usage: async (days) => (await operations()).usage(days),
  }
  return {
    deps: {
      operations: later,
      prices: {
        list: async () => (await prices()).list(),
        set: async (price) => (await prices()).set(price),
        setPiece: async (price) => (await prices()).setPiece(price),
        refresh: async () => (await prices()).refresh(),
      },
      shares: {
        list: async (state) => (await use()).shares.list(state),
        show: async (id) => (await use()).shares.show(id),
        takeDown: async (id) => (await use()).shares.takeDown(id),
        restore: async (id) => (await use()).shares.restore(id),
        eraseCode: async (account) => (await use()).shares.eraseCode(account),
      },
      models: {
        list: async (all) => (await models()).list(all),
        add: async (model) => (await models()).add(model),
        setAlias: async (asked, called) => (await models()).setAlias(asked, called),
        removeAlias: async (asked) => (await models()).removeAlias(asked),
        retire: async (provider, id, how) => (await models()).retire(provider, id, how),
        revive: async (provider, id) => (await models()).revive(provider, id),
        refresh: async (options) => (await models()).refresh(options),
        watch: async () => (await models()).watch(),
      },
      async backup(file) {
        if (config.databaseUrl !== undefined) throw new Error("this database is PostgreSQL: make copies with pg_dump")
        prepareFolder()
        // Only a first command makes a database; one that is there is copied as it is, whatever its version.
        if (!existsSync(join(config.dataDir, sqliteFile))) await use()
        return writeBackup(file, config.dataDir)
      },
      async restore(file, isAgreed) {
        if (config.databaseUrl !== undefined) throw new Error("this database is PostgreSQL: restore it with pg_restore")
        const restored = await restoreBackup(file, config.dataDir, isAgreed)
        if (!restored.isDone) return restored
        // No server runs on what was just put there: an older backup may be brought up to date at once.
        const { operations } = await use("all")
        return { ...restored, books: await operations.verify() }
      },
      ask,
      accountNamed: (word) => accountNamed(word, { input: process.stdin, output: process.stderr, env: process.env }),
    },
    async close() {
      // A database that could not be opened was reported already.
      const state = await opened?.catch(() => undefined)
      await state?.database.close()
    },
  }
}

function modelsFor(config: Config, store: CatalogueBooks): ModelOperations {
  return createModelOperations({
    config,
    store,
    shipped: readModelFile(),
    now: Date.now,
    readSource,
    async fetchList(provider) {
      // The code that calls providers is loaded on use.
      const { createProviders } = await import("../gateway/providers/provider.ts")
      const { fetchProviderList } = await import("../gateway/models/provider-lists.ts")
      const log = createLog(Date.now, (line) => void process.stderr.write(line))
      const providers = createProviders(config, { now: Date.now, random: Math.random, wait: waitByTimer, log })
      return fetchProviderList(providers, provider)
    },
  })
}

async function say(answer: Answer, json: boolean): Promise<void> {
  if (json) {
    process.stdout.write(`${printableJson(JSON.stringify(answer.json))}\n`)
    return
  }
  if (typeof answer.text === "string") {
    process.stdout.write(`${printable(answer.text)}\n`)
    return
  }
  for await (const line of answer.text) process.stdout.write(line)
}

function complain(message: string): void {
  process.stderr.write(`admin: ${printable(withoutCodes(message))}\n`)
}

/** With `--json` standard output is one JSON value, also when the answer is no. */
function sayTrouble(message: string): void {
  if (process.argv.includes("--json"))
    process.stdout.write(`${printableJson(JSON.stringify({ error: withoutCodes(message) }))}\n`)
}

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // The reader has had enough (`| head`).
  process.exit(error.code === "EPIPE" ? done : refused)
})

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  complain(message)
  sayTrouble(message)
  process.exitCode = refused
}
