import { dayMs } from "#core/lib/days.ts"
import * as v from "valibot"
import type { Failure } from "#core/gateway/failure.ts"
import { err } from "#core/lib/result.ts"
import { type Person, senderOf } from "../access/authorize.ts"
import type { Config } from "../config.ts"
import { failureOfBody, refuse } from "../http/context.ts"
import type { Log } from "../http/log.ts"
import { readJson } from "../http/read-body.ts"
import { jsonReply, type Reply } from "../http/reply.ts"
import { createRoutes, type HttpContext } from "../http/routes.ts"
import { createOneByOne } from "../http/turns.ts"
import { conversationFile, readPage, readWords } from "./conversation-file.ts"
import { pageFrameOf } from "./page-frame.ts"
import { type KeptElsewhere, sendElsewhere } from "./send-elsewhere.ts"
import { type PageFrame, sharePage, wordsPage } from "./share-page.ts"
import type { SharedFile } from "./shared-file-row.ts"
import type { SharedFiles } from "./shared-files.ts"
import { makeSharedConversation, mostPictures, picturesIn, type ShareBody, shareBody } from "./shared-conversation.ts"
import type { SharingDesk } from "./sharing-desk.ts"
import { badShare, gone, missing, unavailable } from "./sharing-refusals.ts"

export interface ConversationRoutesDeps {
  readonly desk: SharingDesk
  readonly shared: Pick<SharedFiles, "find">
  readonly config: Pick<Config, "publicUrl" | "productName" | "shareApiUrl">
  readonly log: Log
}

/** Longest conversation, in bytes. */
const longestShare = 256 * 1024

/** Conversations: `/sharegpt` makes a link, `/s/…` is what is read there, `/api/shares` what our own page takes from it. */
export function createConversationRoutes({ desk, shared, config, log }: ConversationRoutesDeps) {
  const routes = createRoutes()
  // Markdown that is being read takes many times the memory that it is written with.
  const oneByOne = createOneByOne()

  routes.post("/sharegpt", async (c) => {
    const person = await desk.maker(c, "share")
    if (!person.ok) return refuse(c, person.error)
    const json = await readJson(c, longestShare, senderOf(person.value))
    if (!json.ok) return refuse(c, failureOfBody(json.error))
    const body = v.safeParse(shareBody, json.value)
    if (!body.success) return refuse(c, badShare(v.getDotPath(body.issues[0]) ?? "items"))
    const pictures = picturesIn(body.output.items)
    if (pictures.length > mostPictures) return refuse(c, badShare("items"))
    if (config.shareApiUrl !== undefined) return shareElsewhere(c, person.value, config.shareApiUrl, body.output)
    const created = await desk.makeLink(person.value, async () =>
      desk.create(person.value, {
        kind: "share",
        type: "application/json",
        bytes: conversationFile(await oneByOne(() => makeSharedConversation(body.output))),
        lifeMs: body.output.days * dayMs,
        pictures,
      }),
    )
    if (!created.ok) return refuse(c, created.error)
    const { id, deleteToken, expiresAt } = created.value
    return jsonReply({ id, url: `${config.publicUrl}/s/${id}`, deleteToken, expiresAt })
  })

  routes.get("/api/shares/:id", async (c) => {
    const found = await desk.bytesOf(c, "share", c.param("id"))
    if (!found.ok) return refuse(c, found.error)
    const { file, bytes } = found.value
    const words = readWords(bytes)
    if (words === undefined) return refuse(c, damaged(file))
    const { title, models, items } = words
    return jsonReply({ title, models, items, createdAt: file.createdAt, expiresAt: file.expiresAt })
  })
  routes.delete("/api/shares/:id", (c) => desk.remove(c, "share", c.param("id")))

  routes.get("/s/:id", (c) => page(c, "1"))
  routes.get("/s/:id/:page", (c) => page(c, c.param("page")))

  return routes.all

  async function shareElsewhere(c: HttpContext, person: Person, address: string, body: ShareBody): Promise<Reply> {
    const made = await desk.makeLink<KeptElsewhere>(person, async () => {
      const counted = await desk.countElsewhere(person)
      if (!counted.ok) return counted
      const taken = await sendElsewhere(address, body)
      if (!taken.ok) log.error("sharing", { error: taken.error })
      return taken.ok ? taken : err(unavailable)
    })
    return made.ok ? jsonReply(made.value) : refuse(c, made.error)
  }

  async function page(c: HttpContext, number: string): Promise<Reply> {
    const frame = pageFrameOf(c, config)
    const id = c.param("id")
    const found = await desk.bytesOf(c, "share", id)
    if (!found.ok) {
      const state = (await shared.find("share", id))?.state
      if (found.error === missing) return wordsPage(404, frame.texts.missing, frame)
      return found.error === gone ? wordsPage(410, wordsOf(state, frame), frame) : unreadable(c, found.error, frame)
    }
    const { file, bytes } = found.value
    const at = /^[1-9]\d{0,3}$/.test(number) ? Number(number) : 0
    const read = readPage(bytes, at)
    if (read === undefined) return unreadable(c, damaged(file), frame)
    const [head, parts] = read
    if (parts === undefined) return wordsPage(404, frame.texts.missing, frame)
    return sharePage({ id, head, parts, number: at, createdAt: file.createdAt, expiresAt: file.expiresAt }, frame)
  }

  /** A file whose bytes are not those that were kept. */
  function damaged({ id }: SharedFile): Failure {
    log.error("sharing", { error: `the file of a shared conversation is damaged: ${id}` })
    return unavailable
  }
}

/** The page of a conversation that is there and cannot be read now: whoever opens it has asked a program for nothing. */
function unreadable(c: HttpContext, failure: Failure, frame: PageFrame): Reply {
  const { status, headers } = refuse(c, failure)
  const page = wordsPage(status, frame.texts.unreadable, frame)
  const retryAfter = headers["retry-after"]
  return retryAfter === undefined ? page : { ...page, headers: { ...page.headers, "retry-after": retryAfter } }
}

function wordsOf(state: SharedFile["state"] | undefined, { texts }: PageFrame): string {
  if (state === "hidden") return texts.hidden
  return state === "expired" ? texts.expired : texts.removed
}
