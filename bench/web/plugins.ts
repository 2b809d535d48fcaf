import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { stringify } from "yaml"
import { median, type Measure } from "../measure.ts"
import { roundsAt, type Place } from "./place.ts"
import { openSlowPage } from "./slow-page.ts"

/** Characters of the descriptions; in YAML no more than this many bytes are read at all. */
const length = 1_000_000

/** How long the tasks of one thread held the processor while a description was opened, in ms. */
interface Opening {
  /** From the choice of the file to its operations on the screen. */
  readonly tookMs: number
  readonly pageTasksMs: readonly number[]
  readonly workerMs: number
}

/** Somebody opens the file of a large service on the screen of a new plugin. */
export async function measureDescriptions(place: Place): Promise<readonly Measure[]> {
  const folder = await mkdtemp(join(tmpdir(), "prosa-description-"))
  const json = await openings(place, join(folder, "servico.json"), JSON.stringify)
  const yaml = await openings(place, join(folder, "servico.yaml"), inYaml)
  await rm(folder, { recursive: true })
  const took = (format: string, all: readonly Opening[], must: number): Measure => ({
    name: `a description of 1 MB in ${format}, 4× slower processor: its operations are there`,
    unit: "ms",
    // The browser slows the page's thread alone.
    value: median(all.map(({ tookMs, workerMs }) => tookMs + workerMs * (place.slowdown - 1))),
    must,
    note: all.map(({ tookMs, workerMs }) => `${Math.round(tookMs)}, its worker ${Math.round(workerMs)}`).join("; "),
  })
  const longest = (format: string, all: readonly Opening[]): Measure => ({
    name: `longest task of the page while it opens ${format}, in processor time`,
    unit: "ms",
    value: median(all.map(({ pageTasksMs }) => Math.max(0, ...pageTasksMs))),
    must: 50,
    note: all.map(({ pageTasksMs }) => Math.round(Math.max(0, ...pageTasksMs))).join(", "),
  })
  return [took("JSON", json, 1_000), longest("JSON", json), took("YAML", yaml, 4_000), longest("YAML", yaml)]
}

async function openings(place: Place, file: string, write: (spec: object) => string): Promise<readonly Opening[]> {
  const { text, operations } = description(write)
  await writeFile(file, text)
  const found: Opening[] = []
  for (let round = 0; round < roundsAt(place); round++) {
    const { page, close } = await openSlowPage(place)
    await page.goto(new URL("/plugins?id=new", place.prosa.url).href)
    const choosing = page.waitForEvent("filechooser")
    await page.getByRole("button", { name: "Abrir arquivo" }).click()
    await place.browser.startTracing(page, { categories: ["toplevel", "blink.user_timing"] })
    const opening = page.evaluate(watchOpening, `de ${operations} ligadas`)
    await (await choosing).setFiles(file)
    const tookMs = await opening
    found.push({ tookMs, ...tasksIn(await place.browser.stopTracing()) })
    await close()
  }
  return found
}

/** Without anchors, which no description of a service is written with: what it shares it names. */
const inYaml = (spec: object) => stringify(spec, { aliasDuplicateObjects: false })

/** As large as wanted, of operations as they are: with parameters that they share, a body, and replies that nobody reads. */
function description(write: (spec: object) => string): { readonly text: string; readonly operations: number } {
  const of = (operations: number) => write(service(operations))
  const each = (of(200).length - of(100).length) / 100
  let operations = Math.floor(length / each)
  while (of(operations).length > length) operations -= 1
  return { text: of(operations), operations }
}

function service(operations: number): object {
  const error = { description: "O pedido não pôde ser atendido.", content: json("Erro") }
  const paths = Array.from({ length: Math.ceil(operations / 2) }, (_, at) => {
    const list = {
      operationId: `listarRecurso${at}`,
      summary: `Lista os registros do recurso ${at}`,
      description: `Devolve os registros do recurso ${at}, dos mais novos aos mais antigos, uma página de cada vez.`,
      tags: [`Recurso ${at % 40}`],
      parameters: [
        { $ref: "#/components/parameters/Pagina" },
        { name: "busca", in: "query", description: "Palavras do título", schema: { type: "string", maxLength: 200 } },
        { name: "ordem", in: "query", schema: { type: "string", enum: ["data", "nome"], default: "data" } },
      ],
      responses: { 200: { description: "Os registros.", content: json("Registro") }, 400: error, 429: error },
    }
    const make = {
      operationId: `criarRecurso${at}`,
      summary: `Cria um registro do recurso ${at}`,
      tags: [`Recurso ${at % 40}`],
      requestBody: { required: true, content: json("Registro") },
      responses: { 201: { description: "O registro.", content: json("Registro") }, 400: error, 409: error },
    }
    return [`/v1/recursos-${at}/{id}/registros`, operations > 2 * at + 1 ? { get: list, post: make } : { get: list }]
  })
  const registro = {
    type: "object",
    required: ["nome"],
    properties: {
      id: { type: "string", readOnly: true },
      nome: { type: "string", description: "Como o registro se chama" },
      valor: { type: "number", minimum: 0 },
      pai: { $ref: "#/components/schemas/Registro" },
    },
  }
  return {
    openapi: "3.1.0",
    info: { title: "Serviço grande", version: "1.0" },
    servers: [{ url: "https://api.servico.example" }],
    paths: Object.fromEntries(paths),
    components: {
      parameters: { Pagina: { name: "pagina", in: "query", schema: { type: "integer", minimum: 1 } } },
      schemas: { Registro: registro, Erro: { type: "object", properties: { mensagem: { type: "string" } } } },
    },
  }
}

const json = (schema: string) => ({ "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } })

/** In the page: from the choice of a file until `last` is painted, ms. */
function watchOpening(last: string): Promise<number> {
  return new Promise((resolve, reject) => {
    // Where the description was refused, the text of the page says why.
    setTimeout(() => reject(new Error(document.querySelector("main")?.innerText)), 30_000)
    const onChoice = () => {
      const chosen = performance.mark("chosen")
      const watching = new MutationObserver(() => {
        if (!(document.querySelector("main")?.textContent ?? "").includes(last)) return
        watching.disconnect()
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.mark("shown").startTime - chosen.startTime)
        requestAnimationFrame(() => port2.postMessage(undefined))
      })
      watching.observe(document.body, { childList: true, subtree: true, characterData: true })
    }
    addEventListener("change", onChoice, { once: true })
  })
}

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** µs, as all its times. */
  readonly ts: number
  readonly dur?: number
  /** The processor time of its thread within that. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** What the threads of the page and of its worker had to do between the two marks. */
function tasksIn(trace: Buffer): Omit<Opening, "tookMs"> {
  const { traceEvents } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] }
  const chosen = traceEvents.find(({ name }) => name === "chosen")
  const shown = traceEvents.find(({ name }) => name === "shown")
  if (chosen === undefined || shown === undefined) throw new Error("the trace does not tell when it was")
  const tasksOf = (thread: string) => {
    const isOf = new Set(
      traceEvents.flatMap(({ name, args, pid, tid }) =>
        name === "thread_name" && args?.name === thread && pid === chosen.pid ? [tid] : [],
      ),
    )
    return traceEvents.flatMap(({ name, pid, tid, ts, dur = 0, tdur = 0 }) => {
      const isMeanwhile = ts + dur > chosen.ts && ts < shown.ts
      const isTask = name === "ThreadControllerImpl::RunTask" && pid === chosen.pid && isOf.has(tid)
      return isTask && isMeanwhile ? [tdur / 1_000] : []
    })
  }
  const pageTasksMs = tasksOf("CrRendererMain")
  if (pageTasksMs.length === 0) throw new Error("the trace does not tell of tasks")
  return { pageTasksMs, workerMs: tasksOf("DedicatedWorker thread").reduce((sum, ms) => sum + ms, 0) }
}
