import * as v from "valibot"
import { languageTag, textDirection } from "#core/i18n/locale.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { type Authorizer, isKnown, type Person } from "../access/authorize.ts"
import { hmacUnder } from "../access/hmac.ts"
import { callerAndPerson } from "../access/with-caller.ts"
import type { Config } from "../config.ts"
import { frozen } from "../gateway/billing/money-short.ts"
import type { BodySender } from "../http/body-room.ts"
import { noRoomToRead, type ReadingRoom } from "../http/reading-room.ts"
import { failureOfBody, refuse } from "../http/context.ts"
import type { Log } from "../http/log.ts"
import { presentFailure } from "../http/present-failure.ts"
import { readFormFile, readJson, readText } from "../http/read-body.ts"
import { jsonReply, noStore, type Reply } from "../http/reply.ts"
import { createRoutes, type HttpContext } from "../http/routes.ts"
import { localeFor, textsFor } from "../http/texts.ts"
import { imageCap } from "../images/fetch-image.ts"
import { rasterOf } from "../images/raster.ts"
import { addressSteps } from "../limits/address-steps.ts"
import type { CallerLimits } from "../limits/caller-limits.ts"
import { cleanPicture } from "./clean-picture.ts"
import { picturePath } from "./picture-address.ts"
import {
  makeSharedConversation,
  mostPictures,
  picturesIn,
  type ShareBody,
  shareBody,
  type SharedConversation,
} from "./shared-conversation.ts"
import { sendElsewhere } from "./send-elsewhere.ts"
import type { SharedFile, SharedKind } from "./shared-file-row.ts"
import type { NewSharedFile, SharedFiles } from "./shared-files.ts"
import { type PageFrame, sharePage, wordsPage } from "./share-page.ts"

export interface SharingRoutesDeps {
  readonly authorizer: Authorizer
  readonly shared: SharedFiles
  readonly config: Pick<Config, "publicUrl" | "productName" | "supportUrl" | "shareApiUrl">
  readonly limits: CallerLimits
  readonly readingRoom: ReadingRoom
  readonly log: Log
  /** Who reports something is known by a hash of their network under this secret only. */
  readonly pepper: string
}

const dayMs = 86_400_000
/** How long a page made in a chat, and a picture that no conversation shows, can be read. */
export const artifactLifeMs = 90 * dayMs
export const uploadLifeMs = 7 * dayMs
/** Longest bodies, in bytes. */
export const longestShare = 256 * 1024
export const longestArtifact = 1024 * 1024
const longestReport = 8 * 1024
/** Most pixels of a picture's longer side. */
const longestSide = 16_384
/** Requests of one address in a minute: to make something, to read, to report. */
export const sharingPerMinute = { make: 60, read: 1_200, report: 20 } as const

/** What a page that a stranger made is served with when it is opened by itself: it runs nothing, and belongs to nobody. */
const boxed = {
  "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
  "x-robots-tag": "noindex, nofollow",
} as const

const reportBody = v.object({ id: v.string(), reason: v.optional(v.string(), "") })

/**
 * The routes for what people share by a link: conversations (`/sharegpt`, `/s/…`), pages made in a chat (`/api/artifacts`) and
 * pictures (`/api/cache`). Everybody who has a link reads; only its maker, or the operator, removes.
 */
export function createSharingRoutes(deps: SharingRoutesDeps) {
  const { authorizer, shared, config, limits, readingRoom, log, pepper } = deps
  const routes = createRoutes()
  const making = limits.addressRate("sharing-make", sharingPerMinute.make)
  const reading = limits.addressRate("sharing-read", sharingPerMinute.read)
  const reporting = limits.addressRate("sharing-report", sharingPerMinute.report)
  const hashed = hmacUnder(pepper)

  routes.post("/sharegpt", async (c) => {
    const person = await maker(c, "share")
    if (!person.ok) return refuse(c, person.error)
    const json = await readJson(c, longestShare, senderOf(person.value))
    if (!json.ok) return refuse(c, failureOfBody(json.error))
    const body = v.safeParse(shareBody, json.value)
    if (!body.success) return refuse(c, badShare(v.getDotPath(body.issues[0]) ?? "items"))
    const pictures = picturesIn(body.output.items)
    if (pictures.length > mostPictures) return refuse(c, badShare("items"))
    if (config.shareApiUrl !== undefined) return shareElsewhere(c, config.shareApiUrl, body.output)
    const conversation = await makeSharedConversation(body.output)
    const created = await create(person.value, {
      kind: "share",
      type: "application/json",
      bytes: Buffer.from(JSON.stringify(conversation)),
      lifeMs: body.output.days * dayMs,
      pictures,
    })
    if (!created.ok) return refuse(c, created.error)
    const { id, deleteToken, expiresAt } = created.value
    return jsonReply({ id, url: `${config.publicUrl}/s/${id}`, deleteToken, expiresAt })
  })

  routes.get("/api/shares/:id", async (c) => {
    const found = await conversationOf(c)
    if (!found.ok) return refuse(c, found.error)
    const { file, conversation } = found.value
    const { title, models, items } = conversation
    return jsonReply({ title, models, items, createdAt: file.createdAt, expiresAt: file.expiresAt })
  })
  routes.delete("/api/shares/:id", (c) => remove(c, "share", c.param("id")))

  routes.get("/s/:id", (c) => page(c, "1"))
  routes.get("/s/:id/:page", (c) => page(c, c.param("page")))
  routes.post("/s/:id/report", async (c) => {
    const slow = await reportsTooOften(c)
    if (slow) return refuse(c, slow)
    const form = await readText(c, longestReport)
    const reason = form.ok ? (new URLSearchParams(form.value).get("reason") ?? "") : ""
    await report(c, c.param("id"), reason)
    return wordsPage(200, frameOf(c).texts.reported, frameOf(c))
  })
  routes.post("/api/report", async (c) => {
    const slow = await reportsTooOften(c)
    if (slow) return refuse(c, slow)
    const json = await readJson(c, longestReport)
    if (!json.ok) return refuse(c, failureOfBody(json.error))
    const body = v.safeParse(reportBody, json.value)
    if (!body.success) return refuse(c, badShare("id"))
    await report(c, body.output.id, body.output.reason)
    return jsonReply({ code: 0 })
  })

  routes.post("/api/artifacts", async (c) => {
    const person = await maker(c, "artifact")
    if (!person.ok) return refuse(c, person.error)
    const text = await readText(c, longestArtifact, senderOf(person.value))
    if (!text.ok) return refuse(c, failureOfBody(text.error))
    if (text.value.trim() === "") return refuse(c, badShare("body"))
    const bytes = Buffer.from(text.value)
    const made = await create(person.value, { kind: "artifact", type: "text/plain", bytes, lifeMs: artifactLifeMs })
    if (!made.ok) return refuse(c, made.error)
    const { id, deleteToken, expiresAt } = made.value
    return jsonReply({ code: 0, id, result: id, url: `${config.publicUrl}/artifacts/${id}`, deleteToken, expiresAt })
  })
  routes.get("/api/artifacts", async (c) => {
    const found = await bytesOf(c, "artifact", c.url.searchParams.get("id") ?? "")
    if (!found.ok) return refuse(c, found.error)
    return {
      status: 200,
      headers: {
        ...boxed,
        ...noStore,
        "content-type": "text/plain; charset=utf-8",
        "content-disposition": 'attachment; filename="artifact.txt"',
      },
      body: found.value.bytes,
    }
  })
  routes.delete("/api/artifacts", (c) => remove(c, "artifact", c.url.searchParams.get("id") ?? ""))

  routes.post("/api/cache/upload", async (c) => {
    const person = await maker(c, "upload")
    if (!person.ok) return refuseUpload(c, person.error)
    const file = await readFormFile(c, "file", imageCap.bytes + 64 * 1024, senderOf(person.value))
    if (!file.ok) return refuseUpload(c, file.error === "bad-type" ? badPicture : failureOfBody(file.error))
    const raster = rasterOf(file.value)
    const isBearable =
      raster !== undefined &&
      file.value.length <= imageCap.bytes &&
      (raster.pixels ?? Infinity) <= imageCap.pixels &&
      (raster.longerSide ?? Infinity) <= longestSide
    const bytes = isBearable ? cleanPicture(file.value, raster.type) : undefined
    if (raster === undefined || bytes === undefined) return refuseUpload(c, badPicture)
    const made = await create(person.value, { kind: "upload", type: raster.type, bytes, lifeMs: uploadLifeMs })
    if (!made.ok) return refuseUpload(c, made.error)
    const address = `${config.publicUrl}${picturePath(made.value.id, raster.ending)}`
    return jsonReply({ code: 0, data: address, delete: made.value.deleteToken })
  })
  routes.get("/api/cache/:name", async (c) => {
    const found = await bytesOf(c, "upload", idOf(c.param("name")))
    if (!found.ok) return refuse(c, found.error)
    const { file, bytes } = found.value
    return {
      status: 200,
      headers: {
        ...boxed,
        "content-type": file.type,
        "content-disposition": "inline",
        // Whoever takes it back takes it back: a stored copy is asked for again.
        "cache-control": "private, max-age=300",
      },
      body: bytes,
    }
  })
  routes.delete("/api/cache/:name", (c) => remove(c, "upload", idOf(c.param("name"))))

  return routes.all

  /** Who makes something: a code that is not frozen, or a visitor with an id of ours, not too often, and not too much in a day. */
  async function maker(c: HttpContext, kind: SharedKind): Promise<Result<Person, Failure>> {
    const { allowed, retryAfterMs } = await making.check(c.address)
    if (!allowed) return err({ kind: "too-many-requests", retryAfterMs })
    const found = await callerAndPerson(authorizer, c)
    if (!found.ok) return found
    const { person } = found.value
    if (!isKnown(person)) return err({ kind: "unauthorized" })
    if (person.kind === "code" && person.code.frozen) return err(frozen(config))
    return (await isSpent(person, kind)) ? err(tooMuchToday) : ok(person)
  }

  /** Whether nothing more is kept for this person today. A database that cannot be reached refuses when the file is to be kept, not here. */
  async function isSpent(person: Person, kind: SharedKind): Promise<boolean> {
    const isKeptElsewhere = kind === "share" && config.shareApiUrl !== undefined
    return !isKeptElsewhere && (await shared.isSpent(person, kind).catch(() => false))
  }

  async function shareElsewhere(c: HttpContext, address: string, body: ShareBody): Promise<Reply> {
    const taken = await sendElsewhere(address, body)
    if (!taken.ok) log.error("sharing", { error: taken.error })
    return taken.ok ? jsonReply(taken.value) : refuse(c, unavailable)
  }

  async function create(person: Person, file: NewSharedFile) {
    try {
      const created = await shared.create(person, file)
      return created === undefined ? err(tooMuchToday) : ok(created)
    } catch (error) {
      log.error("sharing", { error: String(error) })
      return err(unavailable)
    }
  }

  /** A file that can be read now, with its bytes. */
  async function bytesOf(
    c: HttpContext,
    kind: SharedKind,
    id: string,
  ): Promise<Result<{ readonly file: SharedFile; readonly bytes: Buffer }, Failure>> {
    const { allowed, retryAfterMs } = await reading.check(c.address)
    if (!allowed) return err({ kind: "too-many-requests", retryAfterMs })
    const file = await shared.find(kind, id)
    if (file === undefined) return err(missing)
    if (file.state !== "live") return err(gone)
    if (!readingRoom.enter(c, file.bytes)) return err(noRoomToRead)
    try {
      const bytes = await shared.read(id)
      return bytes === undefined ? err(missing) : ok({ file, bytes })
    } catch (error) {
      log.error("sharing", { error: String(error) })
      return err(unavailable)
    }
  }

  async function conversationOf(c: HttpContext) {
    const found = await bytesOf(c, "share", c.param("id"))
    if (!found.ok) return found
    const conversation = JSON.parse(found.value.bytes.toString()) as SharedConversation
    return ok({ file: found.value.file, conversation })
  }

  async function page(c: HttpContext, number: string): Promise<Reply> {
    const frame = frameOf(c)
    const id = c.param("id")
    const found = await conversationOf(c)
    if (!found.ok) {
      const state = (await shared.find("share", id))?.state
      if (found.error === missing) return wordsPage(404, frame.texts.missing, frame)
      return found.error === gone ? wordsPage(410, wordsOf(state, frame), frame) : refuse(c, found.error)
    }
    const { file, conversation } = found.value
    const at = /^[1-9]\d{0,3}$/.test(number) ? Number(number) : 0
    if (at < 1 || at > conversation.pages.length) return wordsPage(404, frame.texts.missing, frame)
    return sharePage({ id, conversation, number: at, createdAt: file.createdAt, expiresAt: file.expiresAt }, frame)
  }

  function frameOf({ incoming }: HttpContext): PageFrame {
    const locale = localeFor(incoming.headers["accept-language"])
    const { productName, publicUrl } = config
    const texts = textsFor(incoming.headers["accept-language"])["share-page"]
    return { texts, lang: languageTag(locale), isRightToLeft: textDirection(locale) === "rtl", productName, publicUrl }
  }

  /** Decided before the report is read. */
  async function reportsTooOften(c: HttpContext): Promise<Failure | undefined> {
    const { allowed, retryAfterMs } = await reporting.check(c.address)
    return allowed ? undefined : { kind: "too-many-requests", retryAfterMs }
  }

  async function report(c: HttpContext, id: string, reason: string): Promise<void> {
    const line = reason
      .replaceAll(/\p{Cc}+/gu, " ")
      .trim()
      .slice(0, 1_000)
    await shared.report(id, { place: hashed(`report ${networkOf(c.address)}`), reason: line })
  }

  /** For its owner, or whoever has the token that its maker was given. */
  async function remove(c: HttpContext, kind: SharedKind, id: string): Promise<Reply> {
    const { allowed, retryAfterMs } = await making.check(c.address)
    if (!allowed) return refuse(c, { kind: "too-many-requests", retryAfterMs })
    const token = c.incoming.headers["x-delete-token"] ?? c.url.searchParams.get("token") ?? undefined
    const found = await callerAndPerson(authorizer, c)
    const owner = found.ok && isKnown(found.value.person) ? found.value.person.owner : undefined
    const proof = { owner, ...(typeof token === "string" && { deleteToken: token }) }
    return (await shared.remove(kind, id, proof)) ? jsonReply({ code: 0 }) : refuse(c, missing)
  }

  /** An upload is refused in the ancestor's shape, beside ours. */
  function refuseUpload(c: HttpContext, failure: Failure): Reply {
    const { status, headers, json } = presentFailure(failure, textsFor(c.incoming.headers["accept-language"]))
    return jsonReply({ code: 1, msg: json["error"], error: json["error"], reason: json["code"] }, { status, headers })
  }
}

const missing: Failure = { kind: "refused", reason: "no-such-share" }
const gone: Failure = { kind: "refused", reason: "share-gone" }
const badPicture: Failure = { kind: "refused", reason: "bad-picture" }
const tooMuchToday: Failure = { kind: "refused", reason: "share-limit" }
const unavailable: Failure = { kind: "refused", reason: "sharing-unavailable", retryAfterMs: 5_000 }

/** Whose room a body takes while it comes: a visitor's is that of their address. */
function senderOf({ kind, owner, address }: Person): BodySender {
  return kind === "visitor" ? { address } : { owner }
}

function badShare(param: string): Failure {
  return { kind: "refused", reason: "bad-share", param }
}

function wordsOf(state: SharedFile["state"] | undefined, { texts }: PageFrame): string {
  if (state === "hidden") return texts.hidden
  return state === "expired" ? texts.expired : texts.removed
}

function idOf(name: string): string {
  return /^([\w-]{22})\.[a-z]{3,4}$/.exec(name)?.[1] ?? ""
}

/** The network of an address: of IPv4 its /24, of IPv6 its /48. Three reports come from three networks. */
function networkOf(address: string): string {
  const widest = addressSteps(address).at(-1) ?? address
  return widest.replace(/^(\d+\.\d+\.\d+)\.\d+$/, "$1.0/24")
}
