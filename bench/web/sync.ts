import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { newSession } from "#core/conversation/session.ts"
import type { MessageRecord } from "#core/conversation/message-record.ts"
import { emptyDocument } from "#core/sync/document.ts"
import { writeDocument } from "#core/sync/write-document.ts"
import { compareStates, planConversation, type SyncState } from "#core/sync/join.ts"
import { messageRecord, recordKey, type SyncRecord } from "#core/sync/sync-record.ts"
import { buryRow } from "#core/storage/life.ts"
import { readStamp, type Stamp } from "#core/storage/stamp.ts"
import { defaultModelConfig } from "#core/settings/model-config.ts"
import { startProsa } from "../../e2e/support/prosa.ts"
import { median, type Measure } from "../measure.ts"
import type { Place } from "./place.ts"
import { openSlowPage } from "./slow-page.ts"

/** Messages of each conversation. */
const messagesEach = 2
const firstAt = Date.UTC(2026, 10, 1)

const fileOf = (device: string, state: SyncState, chats: number): string =>
  writeDocument(state, emptyDocument, {
    nonce: `bench-${device}`,
    seen: { [`device-${device}`]: stampAt(device, firstAt + chats * 60_000) },
    unnamed: "Nova Conversa",
  }).join("")

function stampAt(device: string, ms: number): Stamp {
  const stamp = readStamp(`${ms.toString(36).padStart(9, "0")}-0000-device-${device}`)
  if (stamp === undefined) throw new Error("no stamp")
  return stamp
}

/** Conversations as a device stores them. */
function stateOf(device: string, chats: number): SyncState {
  const state = new Map<string, SyncRecord>()
  const put = (record: SyncRecord) => state.set(recordKey(record.kind, record.id), record)
  for (let at = 0; at < chats; at++) {
    const [id, now] = [`${device}-${at}`, firstAt + at * 60_000]
    const session = newSession({ id, now, modelConfig: defaultModelConfig, lang: "pt" })
    const value = { ...session, topic: `Conversa ${device} ${at}` }
    put({ kind: "sessions", id, row: { id, version: 1, value, sync: { born: stampAt(device, now) } } })
    for (let turn = 0; turn < messagesEach; turn++) {
      const [messageId, date] = [`${id}-${turn}`, now + turn + 1]
      const said = {
        id: messageId,
        date,
        content: "Uma frase de algum comprimento, como as pessoas escrevem. ".repeat(3),
      }
      const message =
        turn % 2 === 0
          ? { ...said, role: "user" as const }
          : { ...said, role: "assistant" as const, finish: "stop" as const }
      const row = {
        id: messageId,
        value: messageRecord(messageId, id, date, message),
        sync: { born: stampAt(device, date) },
      }
      put({ kind: "messages", id: messageId, row })
    }
  }
  return state
}

/** The same conversations after another device, which knew all that was said in them, has deleted all but the first. */
function mostlyDeleted(device: string, state: SyncState, chats: number): SyncState {
  const seen = { [`device-${device}`]: stampAt(device, firstAt + chats * 60_000) }
  const [kept, after] = [`${device}-0`, firstAt + 2 * chats * 60_000]
  return new Map(
    [...state].flatMap(([key, record]): [string, SyncRecord][] => {
      const { kind, id } = record
      if (id === kept || id.startsWith(`${kept}-`)) return [[key, record]]
      return kind === "sessions" ? [[key, { kind, id, row: buryRow(id, stampAt("bench-three", after), seen) }]] : []
    }),
  )
}

/** How long it takes to find out what becomes of the conversations of a file, in ms. */
function joiningMs(own: SyncState, theirs: SyncState): number {
  const began = performance.now()
  const { down } = compareStates(own, theirs)
  const parts = new Map<string, { session: SyncRecord["row"] | undefined; messages: Map<string, SyncRecord["row"]> }>()
  for (const { kind, id, row } of down) {
    const chat = kind === "messages" ? (row.value as MessageRecord).sessionId : id
    const part = parts.get(chat) ?? { session: undefined, messages: new Map<string, SyncRecord["row"]>() }
    if (kind === "messages") part.messages.set(id, row)
    else part.session = row
    parts.set(chat, part)
  }
  const later = stampAt("bench-here", Date.UTC(2027, 0, 1))
  for (const [id, part] of parts) planConversation(id, { session: undefined, messages: new Map() }, part, later)
  return performance.now() - began
}

/**
 * A device with thousands of conversations meets a file with as many others: how long it takes to join them, how long the whole
 * sync takes, with a storage beside it, and how long the page is held at a time. The first half comes in the same way. Then another
 * device has deleted nearly all of that half.
 */
export async function measureSync(place: Place): Promise<readonly Measure[]> {
  const chats = place.quick ? 500 : 5_000
  const [one, other] = [stateOf("bench-one", chats), stateOf("bench-two", chats)]
  let file = fileOf("bench-one", one, chats)
  let tag = 1
  const storage = createServer((incoming, outgoing) => {
    const pieces: Buffer[] = []
    incoming.on("data", (piece: Buffer) => pieces.push(piece))
    incoming.on("end", () => {
      if (incoming.method === "GET") return outgoing.writeHead(200, { etag: `"${tag}"` }).end(file)
      file = Buffer.concat(pieces).toString("utf8")
      tag += 1
      return outgoing.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => storage.listen(0, "127.0.0.1", resolve))
  const endpoint = `http://127.0.0.1:${(storage.address() as AddressInfo).port}`
  const prosa = await startProsa({ env: { WHITE_WEBDAV_ENDPOINTS: endpoint } })
  const { page, close } = await openSlowPage({ ...place, prosa, slowdown: 1 })
  try {
    await page.goto(`${prosa.url}/settings#sincronizacao`)
    const chapter = page.getByRole("region", { name: "Sincronização" })
    await chapter.getByRole("textbox", { name: "Endereço", exact: true }).fill(endpoint)
    await chapter.getByRole("textbox", { name: "Usuário" }).fill("maria")
    await chapter.getByRole("textbox", { name: "Senha" }).fill("segredo")
    const sync = async (what: "recebidas" | "apagadas", count: number): Promise<number> => {
      const began = performance.now()
      await chapter.getByRole("button", { name: "Sincronizar agora" }).click()
      await page.getByText(`${what}: ${count.toLocaleString("pt-BR")}`).waitFor({ timeout: 120_000 })
      return performance.now() - began
    }
    const put = (text: string) => {
      file = text
      tag += 1
    }
    await sync("recebidas", chats * messagesEach)
    // Now as many others lie there; what is here is to go into the file.
    put(fileOf("bench-two", other, chats))
    await page.reload()
    await chapter.getByRole("button", { name: "Sincronizar agora" }).waitFor()
    await page.waitForLoadState("networkidle")
    await page.evaluate(() => {
      localStorage.removeItem("nk-sync-notes")
      const tasks: number[] = []
      Object.assign(window, { prosaTasks: tasks })
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
        type: "longtask",
      })
    })
    const tasksSoFar = () =>
      page.evaluate(() => (window as unknown as { prosaTasks: number[] }).prosaTasks.splice(0).map(Math.round))
    const longest = (name: string, tasks: readonly number[]): Measure => {
      return { name, unit: "ms", value: Math.max(0, ...tasks), must: 50, note: tasks.join(", ") }
    }
    const wholeMs = await sync("recebidas", chats * messagesEach)
    const meeting = await tasksSoFar()
    put(fileOf("bench-three", mostlyDeleted("bench-one", one, chats), chats))
    const deletingMs = await sync("apagadas", (chats - 1) * messagesEach)
    const deleting = await tasksSoFar()
    return [
      {
        name: `joining 2 × ${chats.toLocaleString("en")} conversations`,
        unit: "ms",
        value: median(Array.from({ length: 5 }, () => joiningMs(one, other))),
        must: 1_000,
        note: "without reading and writing",
      },
      { name: "the whole sync in which they meet", unit: "ms", value: wholeMs },
      longest("longest task of the page meanwhile", meeting),
      { name: "a sync in which half of them go", unit: "ms", value: deletingMs },
      longest("longest task of the page while they go", deleting),
    ]
  } finally {
    await close()
    await prosa.stop()
    storage.close()
  }
}
