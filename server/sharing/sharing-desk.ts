import type { Failure } from "#core/gateway/failure.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { type Authorizer, isKnown, type Person, senderOf } from "../access/authorize.ts"
import { callerAndPerson } from "../access/with-caller.ts"
import type { Config } from "../config.ts"
import { frozen } from "../gateway/billing/money-short.ts"
import type { BodySender } from "../http/body-room.ts"
import { refuse } from "../http/context.ts"
import type { Log } from "../http/log.ts"
import { noRoomToRead, type ReadingRoom } from "../http/reading-room.ts"
import { jsonReply, type Reply } from "../http/reply.ts"
import type { HttpContext } from "../http/routes.ts"
import { createAtOnce } from "../limits/at-once.ts"
import type { CallerLimits } from "../limits/caller-limits.ts"
import type { SharedFile, SharedKind } from "./shared-file-row.ts"
import type { NewSharedFile, SharedFiles } from "./shared-files.ts"
import { gone, missing, tooMuchHeld, tooMuchToday, unavailable } from "./sharing-refusals.ts"

export interface SharingDeskDeps {
  readonly authorizer: Authorizer
  readonly shared: SharedFiles
  readonly config: Pick<Config, "supportUrl" | "shareApiUrl">
  readonly limits: CallerLimits
  readonly readingRoom: ReadingRoom
  readonly log: Log
}

/** Requests of one address in a minute: to make something, to read. */
const perMinute = { make: 60, read: 1_200 } as const
/** Links that are being made: one of each owner and address, so that none passes the day's number while another is not counted yet. */
const linksAtOnce = { perOwner: 1, perSubscriber: 1, perNetwork: 4, inAll: 32 } as const
/** Links that another service is being asked for. It may take its time, in which others of the same address go on. */
const linksElsewhereAtOnce = { perOwner: 1, perSubscriber: 4, perNetwork: 16, inAll: 64 } as const
/** When somebody may ask again who makes a link already, in ms. */
const busyMs = 1_000

export type SharingDesk = ReturnType<typeof createSharingDesk>

/** What holds for everything that is shared: who makes it, who reads it, who takes it back, and how often. */
export function createSharingDesk({ authorizer, shared, config, limits, readingRoom, log }: SharingDeskDeps) {
  const making = limits.addressRate("sharing-make", perMinute.make)
  const reading = limits.addressRate("sharing-read", perMinute.read)
  const links = createAtOnce(config.shareApiUrl === undefined ? linksAtOnce : linksElsewhereAtOnce)

  return { maker, makeLink, countElsewhere, countRefused, create, bytesOf, remove }

  /** Who makes something: a code that is not frozen, or a visitor with an id of ours, not too often, not too much in a day, and while there is room. */
  async function maker(c: HttpContext, kind: SharedKind): Promise<Result<Person, Failure>> {
    const { allowed, retryAfterMs } = await making.check(c.address)
    if (!allowed) return err({ kind: "too-many-requests", retryAfterMs })
    const found = await callerAndPerson(authorizer, c)
    if (!found.ok) return found
    const { person } = found.value
    if (!isKnown(person)) return err({ kind: "unauthorized" })
    if (person.kind === "code" && person.code.frozen) return err(frozen(config))
    if (await isSpent(person, kind)) return err(tooMuchToday)
    // What another service keeps takes no room.
    if (kind === "share" && config.shareApiUrl !== undefined) return ok(person)
    if (await shared.isFull(person).catch(() => false)) return err(tooMuchHeld)
    return (await hasRoom()) ? ok(person) : err(unavailable)
  }

  /** Whether the file store has room. */
  async function hasRoom(): Promise<boolean> {
    const has = await shared.hasRoom().catch(() => true)
    if (!has) log.error("sharing", { error: "the disk of DATA_DIR is nearly full: nothing more is shared" })
    return has
  }

  /** Whether nothing more is made for this person today. A database that cannot be reached refuses when it is to be counted, not here. */
  function isSpent(person: Person, kind: SharedKind): Promise<boolean> {
    return shared.isSpent(person, kind).catch(() => false)
  }

  /** Has a link made and counted, unless its maker is having one made or may have no more today. */
  async function makeLink<Link>(
    person: Person,
    make: () => Promise<Result<Link, Failure>>,
  ): Promise<Result<Link, Failure>> {
    const leave = links.take(person)
    if (leave === undefined) return err({ kind: "too-many-requests", retryAfterMs: busyMs })
    try {
      return (await isSpent(person, "share")) ? err(tooMuchToday) : await make()
    } finally {
      leave()
    }
  }

  /** Keeps something that was made; the error says why it is not. */
  function create(person: Person, file: NewSharedFile) {
    return reached(() => shared.create(person, file))
  }

  /** Counts a link before another service is asked for it. */
  function countElsewhere(person: Person) {
    return reached(async () => ((await shared.countElsewhere(person)) ? ok(undefined) : err(tooMuchToday)))
  }

  /** Counts something that was refused for what it is. A database that cannot be reached counts nothing. */
  async function countRefused(person: Person, kind: SharedKind): Promise<void> {
    await shared.countRefused(person, kind).catch((error: unknown) => log.error("sharing", { error: String(error) }))
  }

  /** What comes of something that the database or the file store may fail in. */
  async function reached<Value>(work: () => Promise<Result<Value, Failure>>): Promise<Result<Value, Failure>> {
    try {
      return await work()
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
    if (!readingRoom.enter(await readerOf(c), c.outgoing, file.bytes)) return err(noRoomToRead)
    try {
      const bytes = await shared.read(id)
      return bytes === undefined ? err(missing) : ok({ file, bytes })
    } catch (error) {
      log.error("sharing", { error: String(error) })
      return err(unavailable)
    }
  }

  /** Whose room a file takes while it is taken: anybody may read, and whoever brings a code has a part of their own. */
  async function readerOf(c: HttpContext): Promise<BodySender> {
    const { authorization, "x-access-code": code } = c.incoming.headers
    if (authorization === undefined && code === undefined) return c
    const found = await callerAndPerson(authorizer, c)
    if (!found.ok || (found.value.person.kind === "code" && found.value.person.code.frozen)) return c
    return senderOf(found.value.person)
  }

  /** For its owner, or whoever has the token that its maker was given. */
  async function remove(c: HttpContext, kind: SharedKind, id: string): Promise<Reply> {
    const { allowed, retryAfterMs } = await making.check(c.address)
    if (!allowed) return refuse(c, { kind: "too-many-requests", retryAfterMs })
    const token = c.incoming.headers["x-delete-token"] ?? c.url.searchParams.get("token") ?? undefined
    const found = await callerAndPerson(authorizer, c)
    const owner = found.ok && isKnown(found.value.person) ? found.value.person.owner : undefined
    const proof = { owner, ...(typeof token === "string" && { deleteToken: token }) }
    try {
      return (await shared.remove(kind, id, proof)) ? jsonReply({ code: 0 }) : refuse(c, missing)
    } catch (error) {
      log.error("sharing", { error: String(error) })
      return refuse(c, unavailable)
    }
  }
}

/** What a page that a stranger made is served with when it is opened by itself: it runs nothing, and belongs to nobody. */
export const boxed = {
  "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
  "x-robots-tag": "noindex, nofollow",
} as const
