import { execFile } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { ProsaOptions } from "../e2e/support/prosa.ts"
import { objectOf, objectsOf, parseJson, textOf, type JsonObject } from "#core/lib/fields.ts"
import { openDatabase } from "../server/store/database.ts"
import { playHost } from "./fake-provider/play-host.ts"
import { playedWorld } from "./fake-provider/played-world.ts"
import { type ScriptedModel, type ScriptedModels, scriptModels } from "./fake-provider/scripted-models.ts"
import { todaysOpenAi } from "./fake-provider/todays-openai.ts"
import { readChat, readJson, startGateway, type StreamedChat, type TestCode, type TestGateway } from "./gateway.ts"
import { programEnvironment } from "./program-environment.ts"
import { startProsaInProcess } from "./prosa-in-process.ts"
import { tempFolder } from "./temp-folder.ts"

/** A server in this process, in front of a provider whose models come and go by a clock that both of them read. */
export interface ModelsGateway extends TestGateway {
  readonly models: ScriptedModels
  readonly clock: Clock
  /** The operator's command line on the same data, a process of its own; `json` is undefined where it printed none. */
  admin(...words: readonly string[]): Promise<AdminSaid>
  /** The same; throws where the command went wrong. */
  adminOk(...words: readonly string[]): Promise<unknown>
  /** All that the database holds of the catalogue, and how often it was changed: to compare before and after. */
  storedCatalogue(): Promise<string>
  /** `POST /api/config`, as the page reads it. */
  config(server?: string): Promise<JsonObject>
  /** A code's statement, newest line first. */
  statement(code: TestCode): Promise<readonly JsonObject[]>
  statementCsv(code: TestCode): Promise<string>
  /** How many holds were ever made for a code. */
  holds(code: TestCode): Promise<number>
  /** Ends the server and starts another on what it left: its address. */
  restart(): Promise<string>
  /** Another server with the same settings, on the same database. Ends with the gateway. */
  another(): Promise<string>
}

export interface Clock {
  now(): number
  /** Goes on from this instant, written as in `2027-01-14T12:00:01Z`. */
  set(instant: string): void
}

export interface AdminSaid {
  readonly code: number
  readonly json: unknown
  readonly out: string
  readonly err: string
}

export interface ModelsGatewayOptions {
  /** The models of the provider; absent: today's OpenAI. */
  readonly models?: readonly ScriptedModel[]
  /** Where the clock starts; absent: noon of 22 November 2026. */
  readonly at?: string
  readonly env?: Readonly<Record<string, string>>
  /** The operator's keys at the provider. */
  readonly keys?: string
  /** The provider is reached through `BASE_URL`, as a compatible server; absent: at its own address. */
  readonly compatible?: boolean
  /** Files that lie in `DATA_DIR` before the first start, by name. */
  readonly files?: Readonly<Record<string, unknown>>
  readonly databaseUrl?: string
}

const home = "api.openai.com"
const pepper = "a pepper that every server of a test knows, of enough characters"

export async function startModelsGateway(options: ModelsGatewayOptions = {}): Promise<ModelsGateway> {
  const { models = todaysOpenAi(), at = "2026-11-22T12:00:00Z", keys = "sk-one", databaseUrl } = options
  const { compatible = false, files = {}, env = {} } = options
  const clock = startClock(at)
  const dataDir = tempFolder("prosa-models")
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(dataDir, name), typeof content === "string" ? content : JSON.stringify(content))
  }
  const scripted = scriptModels(models, { now: clock.now })
  let leave = () => {}
  let settings: Readonly<Record<string, string>> = {}
  const servers: (() => Promise<void>)[] = []

  async function start(started: ProsaOptions = {}) {
    settings = { ...started.env, ...(started.provider && { BASE_URL: started.provider.url, OPENAI_API_KEY: keys }) }
    const server = await startProsaInProcess({ ...started, dataDir }, { now: clock.now })
    const stop = once(() => server.stop())
    servers.push(stop)
    return { ...server, stop }
  }

  const starting = startGateway({
    start,
    pretend: !compatible,
    key: keys,
    pepper,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    env: { OPENAI_API_KEY: keys, ACCESS_PEPPER: pepper, MODELS_WATCH: "off", ...env },
    envFor(provider) {
      provider.script(scripted.reply)
      if (!compatible) leave = playHost(home, provider.port)
      return {}
    },
  })
  starting.catch(() => leave())
  const gateway = await starting
  const again = () =>
    start({ env: settings, ...(compatible ? { provider: { url: gateway.provider.url, key: keys } } : {}) })

  async function admin(...words: readonly string[]): Promise<AdminSaid> {
    const cli = join(import.meta.dirname, "../server/admin/cli.ts")
    return new Promise((resolve) => {
      const world = playedWorld(compatible ? {} : { [home]: gateway.provider.port }, clock.now())
      const env = { ...programEnvironment, ...settings, ...world, DATA_DIR: dataDir }
      const started = { cwd: dataDir, env, maxBuffer: 64 * 1024 * 1024 }
      execFile(process.execPath, [cli, ...words, "--json"], started, (error, out, err) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : 1
        resolve({ code, out, err, json: parseJson(out) })
      })
    })
  }

  const ask = (path: string, code: TestCode) =>
    fetch(gateway.url + path, { headers: { authorization: `Bearer nk-${code.code}`, "accept-language": "pt-BR" } })

  return {
    ...gateway,
    models: scripted,
    clock,
    admin,
    async adminOk(...words) {
      const said = await admin(...words)
      if (said.code !== 0) throw new Error(`admin ${words.join(" ")}: ${said.err}`)
      return said.json
    },
    async storedCatalogue() {
      const database = await openDatabase({ dataDir, databaseUrl })
      const all = (rows: string, order: string) => database.read.all(`select * from ${rows} order by ${order}`)
      const stored = [
        await all("catalogue", "id"),
        await all("model_row", "provider, id, layer"),
        await all("model_alias", "asked"),
        await all("model_finding", "provider, id"),
      ]
      await database.close()
      return JSON.stringify(stored)
    },
    config: async (server = gateway.url) => readJson(await fetch(`${server}/api/config`, { method: "POST" })),
    statement: async (code) => objectsOf((await readJson(await ask("/api/statement", code)))["lines"]),
    statementCsv: async (code) => (await ask("/api/statement?format=csv", code)).text(),
    async holds({ id }) {
      const database = await openDatabase({ dataDir, databaseUrl })
      const query = "select count(*) as holds from hold where wallet_id like ?"
      const row = await database.read.get<{ holds: number }>(query, [`wallet:${id}:%`])
      await database.close()
      return Number(row?.holds ?? 0)
    },
    async restart() {
      await Promise.all(servers.map((stop) => stop()))
      return (await again()).url
    },
    another: async () => (await again()).url,
    async stop() {
      await Promise.all(servers.slice(1).map((stop) => stop()))
      await gateway.stop()
      leave()
    },
  }
}

function startClock(at: string): Clock {
  let setTo = Date.parse(at)
  let since = Date.now()
  return {
    now: () => setTo + Date.now() - since,
    set(instant) {
      setTo = Date.parse(instant)
      since = Date.now()
    },
  }
}

function once(what: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => (done ??= what())
}

/** A streamed answer, and which model it says it is of. */
export async function readAnswer(response: Response): Promise<StreamedChat & { readonly model: string | undefined }> {
  const read = await readChat(response)
  return { ...read, model: read.chunks.map(({ model }) => textOf(model)).find((model) => model !== undefined) }
}

/** The row of a model in what `models list --json` says, wherever it stands there. */
export function listedRow(list: unknown, id: string, provider = "openai"): JsonObject | undefined {
  if (Array.isArray(list)) return list.map((one) => listedRow(one, id, provider)).find((row) => row !== undefined)
  const json = objectOf(list)
  if (json === undefined) return undefined
  const isIt = (json["id"] ?? json["name"]) === id && (textOf(json["provider"]) ?? provider).toLowerCase() === provider
  if (isIt && "provider" in json) return json
  return listedRow(Object.values(json), id, provider)
}

/** A model of `/api/config`, by its name. */
export function offeredModel(config: JsonObject, name: string): JsonObject | undefined {
  return objectsOf(config["models"]).find((model) => model["name"] === name)
}

/**
 * The cost of a usage at rates in US dollars per million tokens, in micro-reais, at the tests' exchange rate and
 * margin.
 */
export function costAt(
  [input, output]: readonly [input: number, output: number],
  usage: { readonly inputUncached: number; readonly output: number },
): number {
  return Math.ceil((usage.inputUncached * input + usage.output * output) * 7.15 - 1e-9)
}

/** Runs a test on a gateway of its own, which ends with it; its books must verify. */
export async function withModels(
  options: ModelsGatewayOptions,
  run: (gateway: ModelsGateway) => Promise<void>,
): Promise<void> {
  const gateway = await startModelsGateway(options)
  try {
    await run(gateway)
  } catch (error) {
    await gateway.stop().catch(() => {})
    throw error
  }
  await gateway.stop()
}

/** Today's OpenAI, some of its models otherwise, some more beside them. */
export function todayWith(changes: Readonly<Record<string, Omit<ScriptedModel, "id">>>): readonly ScriptedModel[] {
  const today = todaysOpenAi()
  const known = today.map((model) => ({ ...model, ...changes[model.id] }))
  const more = Object.entries(changes).filter(([id]) => !today.some((model) => model.id === id))
  return [...known, ...more.map(([id, model]) => ({ id, ...model }))]
}

/** The operator's `models.json`, of whole rows. */
export function ownModels(...rows: readonly (JsonObject & { readonly id: string })[]): JsonObject {
  const models = rows.map((row) => ({
    provider: "openai",
    name: row.id,
    kind: "chat",
    source: "the test",
    read: "2026-11-22",
    ...row,
  }))
  return { models }
}

/** A picture inside a question, as the page sends it. */
export const pictureQuestion = [
  {
    role: "user",
    content: [
      { type: "text", text: "O que é isto?" },
      { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } },
    ],
  },
]
