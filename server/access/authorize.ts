import type { IncomingMessage } from "node:http"
import { createHash, randomUUID } from "node:crypto"
import { bearerPrefix, isAccessCodeShaped } from "#core/access/access-code.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import type { Config } from "../config.ts"
import { clientAddress } from "../http/client-address.ts"
import type { BodySender } from "../http/body-room.ts"
import { whenGone } from "../http/context.ts"
import type { HttpContext } from "../http/routes.ts"
import type { AccessCode, AccessCodes } from "./access-code-store.ts"
import { credentialOf } from "./credential.ts"
import { createOperatorCodes } from "./operator-codes.ts"
import { type RefusedKeys, refusedKeysWaitMs } from "./refused-keys.ts"
import type { VisitorIds } from "./visitor-id.ts"
import { createWordGuesses } from "./word-guesses.ts"
import type { WrongCodes } from "./wrong-codes.ts"

/** The caller. `owner` identifies the owner of its runs; it contains no code and no key. */
export type Caller = CodeCaller | OperatorCaller | VisitorCaller | OwnKeyCaller

export interface CodeCaller {
  readonly kind: "code"
  readonly tier: "premium" | "free"
  readonly owner: string
  readonly code: AccessCode
  readonly address: string
}
/** A code of the operator's `CODE` list: premium, never charged. */
export interface OperatorCaller {
  readonly kind: "operator"
  readonly tier: "premium"
  readonly owner: string
  readonly address: string
}
export interface VisitorCaller {
  readonly kind: "visitor"
  readonly tier: "free"
  readonly owner: string
  /**
   * The name in an id that we have signed. Absent: nobody in particular, whose every request has an owner of its own, so that
   * nothing of others is listed, read or stopped, and nothing of theirs by others.
   */
  readonly visitorId: string | undefined
  readonly address: string
}
/** Brings a provider's key of their own: forwarded, not metered. */
export interface OwnKeyCaller {
  readonly kind: "own-key"
  readonly tier: "premium"
  readonly owner: string
  readonly key: string
  readonly address: string
}

/** Somebody who may have things done: a code, or a visitor of a server that takes visitors. A provider's key is none. */
export type Person = CodeCaller | OperatorCaller | VisitorCaller

export interface Authorizer {
  /**
   * The caller of a request; 401 when its credential is unknown, unreadable, or missing where one is needed. An unknown
   * one costs its address time, and after too many is a 429; so does, where it may be a guess, an own key that is new here.
   */
  authorize(c: Pick<HttpContext, "incoming" | "outgoing" | "url">): Promise<Result<Caller, Failure>>
  /**
   * Who stands behind a caller: itself, or, of an own key, the code beside it (`X-Access-Code`), else the visitor. Whatever
   * goes further than to a provider's own chat is done in this person's name. 401 where there is nobody: an own key is any
   * word, and opens nothing by itself; nor does a frozen code beside one.
   */
  person(incoming: IncomingMessage, caller: Caller): Promise<Result<Person, Failure>>
  /**
   * Who asks where `Authorization` is not for us, but for another server: a code in `X-Access-Code`, else the visitor. 401
   * where there is nobody, or the code is frozen.
   */
  personBeside(incoming: IncomingMessage): Promise<Result<Person, Failure>>
  /** A provider takes the caller's word for a key: it was no guess. */
  accepted(caller: OwnKeyCaller): void
  /** A provider refuses the caller's key: after too many of them, those of its address are a 429. */
  refused(caller: OwnKeyCaller): void
  /** The visitor that this request would belong to without a credential; undefined where there are no visitors. */
  visitorOf(incoming: IncomingMessage): VisitorCaller | undefined
  /** The account behind a code as a person typed it, with or without `nk-`, at an address. */
  lookUp(code: string, address: string): Promise<AccessCode | "operator" | undefined>
}

/** The longest `X-Access-Code` that is looked at. */
const longestBeside = 512

export interface AuthorizerDeps {
  readonly codes: AccessCodes
  readonly wrongCodes: WrongCodes
  readonly visitorIds: VisitorIds
  readonly pepper: string
  readonly refusedKeys: RefusedKeys
}

export function createAuthorizer(
  config: Config,
  { codes, wrongCodes, visitorIds, pepper, refusedKeys }: AuthorizerDeps,
): Authorizer {
  const operatorCodes = createOperatorCodes(config.operatorCodes, pepper)

  const hasWords = config.operatorCodes.length > 0
  const guesses = createWordGuesses(wrongCodes, pepper)

  function operatorOf(word: string, address: string): string | undefined {
    if (!hasWords || !guesses.mayLook(word, address)) return undefined
    const owner = operatorCodes.ownerOf(word)
    if (owner !== undefined) guesses.letIn(word, address)
    return owner
  }

  /** The caller a code or a word of the operator's stands for; undefined for any other word. */
  async function holderOf(code: string, address: string): Promise<CodeCaller | OperatorCaller | undefined> {
    const operator = operatorOf(code, address)
    if (operator !== undefined) return { kind: "operator", tier: "premium", owner: operator, address }
    const found = await codes.find(code)
    return found && { kind: "code", tier: found.kind, owner: `code:${found.id}`, code: found, address }
  }

  function visitorOf(incoming: IncomingMessage): VisitorCaller | undefined {
    if (config.needCode) return undefined
    const address = clientAddress(incoming, config.trustedProxies)
    const visitorId = visitorIds.nameOf(incoming.headers["x-visitor"])
    return { kind: "visitor", tier: "free", owner: `visitor:${visitorId ?? randomUUID()}`, visitorId, address }
  }

  async function personBeside(incoming: IncomingMessage): Promise<Result<Person, Failure>> {
    const beside = incoming.headers["x-access-code"]
    if (typeof beside === "string" && beside !== "") {
      const address = clientAddress(incoming, config.trustedProxies)
      const holder = beside.length <= longestBeside ? await holderOf(withoutPrefix(beside), address) : undefined
      if (holder === undefined) return err((await wrongCodes.slow(address)) ?? { kind: "unauthorized" })
      return holder.kind === "code" && holder.code.frozen ? err({ kind: "unauthorized" }) : ok(holder)
    }
    const visitor = visitorOf(incoming)
    return visitor ? ok(visitor) : err({ kind: "unauthorized" })
  }

  return {
    visitorOf,
    async lookUp(code, address) {
      return operatorOf(code, address) === undefined ? codes.find(code) : "operator"
    },
    accepted({ key, address }) {
      refusedKeys.accepted(short(key))
      if (hasWords) guesses.accepted(key, address)
    },
    refused: ({ address }) => refusedKeys.refused(address),
    async person(incoming, caller) {
      return caller.kind === "own-key" ? personBeside(incoming) : ok(caller)
    },
    personBeside,
    async authorize(c) {
      const { incoming, url } = c
      const address = clientAddress(incoming, config.trustedProxies)
      const credential = credentialOf(incoming.headersDistinct, url.searchParams)
      if (!credential.ok) return err({ kind: "unauthorized" })
      if (credential.value === undefined) {
        const visitor = visitorOf(incoming)
        return visitor ? ok(visitor) : err({ kind: "unauthorized" })
      }

      const prefixed = credential.value.startsWith(bearerPrefix)
      const code = withoutPrefix(credential.value)
      const holder = await holderOf(code, address)
      if (holder) return ok(holder)
      if (prefixed || isAccessCodeShaped(code) || config.hideUserApiKey) {
        return err((await wrongCodes.slow(address)) ?? { kind: "unauthorized" })
      }
      if (hasWords) {
        const tooMany = await guesses.attempt(code, address)
        if (tooMany) return err(tooMany)
        whenGone(c, () => guesses.over(code, address))
      }
      // Where there are words, whoever brings many new ones was turned away as somebody who guesses them.
      if (!hasWords && !refusedKeys.mayAsk(short(code), address))
        return err({ kind: "too-many-requests", retryAfterMs: refusedKeysWaitMs })
      return ok({ kind: "own-key", tier: "premium", owner: `key:${short(code)}`, key: code, address })
    },
  }
}

/** Whether an answer may be requested again: a caller without an id cannot be distinguished from others. */
export function isKnown(caller: Caller): boolean {
  return caller.kind !== "visitor" || caller.visitorId !== undefined
}

/**
 * Whether other servers may be asked in this person's name: a code may, and a visitor with an id of ours where visitors have a
 * day. Behind one address stand many, and any page of the web can have its readers call here without an id.
 */
export function mayBeServed(
  person: Person,
  { freeDailyMessages }: Pick<Config["limits"], "freeDailyMessages">,
): boolean {
  return person.kind !== "visitor" || (person.visitorId !== undefined && freeDailyMessages > 0)
}

/** In whose share of a room a person's bodies and files count: a visitor's is that of their address. */
export function senderOf({ kind, owner, address }: Person): BodySender {
  return kind === "visitor" ? { address } : { owner }
}

function withoutPrefix(credential: string): string {
  return credential.startsWith(bearerPrefix) ? credential.slice(bearerPrefix.length) : credential
}

function short(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32)
}
