import type { PriceRow } from "#core/ledger/price.ts"
import { measurePrompt, promptBound } from "#core/ledger/prompt-bound.ts"
import { abilitiesOf } from "#core/models/abilities.ts"
import type { Adapter } from "#core/providers/adapter.ts"
import type { NativeCall } from "#core/providers/client-api.ts"
import type { ChatApi } from "#core/providers/registry.ts"
import { imagePath } from "#core/imagegen/image-request.ts"
import { openAiAdapter } from "#core/providers/openai/adapter.ts"
import { pageClientApi } from "#core/providers/openai/client-api.ts"
import { imagesAdapter, imagesClientApi } from "#core/providers/openai/images.ts"
import { piecesOf } from "#core/providers/pieces.ts"
import { textsFor } from "../../server/http/texts.ts"
import type { FreeQuota } from "../../server/access/free-quota.ts"
import type { Wallets } from "../../server/access/wallets.ts"
import { type Billing, billCode, billVisitor } from "../../server/gateway/billing/billing.ts"
import type { ChatCall } from "../../server/gateway/call/chat-call.ts"
import type { OfferedModel } from "../../server/gateway/models/model-catalogue.ts"
import { nativeApi } from "../../server/gateway/apis/call-api.ts"
import type { Provider } from "../../server/gateway/providers/provider.ts"
import type { Ledger } from "../../server/ledger/ledger-store.ts"
import type { PriceSet } from "./prices.ts"
import type { Flaws } from "./simulated-server.ts"

/** A question, as a client asks it, perhaps again and again. */
export interface SimulatedCall {
  readonly question: string
  /** A code's id, or a visitor's. */
  readonly owner: string
  readonly kind: "premium" | "free" | "visitor"
  readonly key: string | undefined
  readonly stream: boolean
  readonly cap: number
  /** It asks for a picture of that, which comes whole or not at all, and is billed as soon as it is asked for. */
  readonly isPicture: boolean
}

export const modelName = "gpt-4.1"
const pictureModelName = "dall-e-3"
const api: ChatApi = { adapter: openAiAdapter as Adapter<unknown>, clientApi: pageClientApi }
const picturesApi: ChatApi = { adapter: imagesAdapter as Adapter<unknown>, clientApi: imagesClientApi }
export const apiFor = () => api

export interface CallParts {
  /** The prices that the server knows. */
  readonly priced: PriceSet
  readonly provider: Provider
  readonly ledger: Ledger
  readonly wallets: Wallets
  readonly quota: FreeQuota
  readonly now: () => number
  readonly flaws: Flaws
}

/** The call that admission would make of a question. */
export function callOf(ask: SimulatedCall, parts: CallParts): ChatCall {
  return ask.isPicture ? pictureOf(ask, parts) : answerTo(ask, parts)
}

function pictureOf(ask: SimulatedCall, parts: CallParts): ChatCall {
  const target = { path: imagePath, query: {} }
  const kind = { by: "picture", as: "1024x1024 standard" } as const
  const native = piecesOf(target, pictureModelName, kind, 1, { prompt: ask.question })
  const { price, version } = parts.priced
  return {
    ...answerTo(ask, parts),
    api: nativeApi(picturesApi, native),
    model: {
      ...modelAt(parts.priced),
      name: pictureModelName,
      displayName: pictureModelName,
      askedAs: pictureModelName,
      price: picturePrice(price),
      priceVersion: version,
    },
    messages: [],
    promptLikely: 0,
    promptMost: 0,
    cap: 1,
    allOrNothing: parts.flaws.takesPicturesForText !== true,
    countedAs: "piece",
  }
}

/** A picture for what some hundred words cost. */
export function picturePrice({ outputPerMillion }: PriceRow): PriceRow {
  const nothing = { inputPerMillion: 0, cachedPerMillion: 0, cacheWritePerMillion: 0 }
  return { ...nothing, outputPerMillion: outputPerMillion * 500 }
}

function answerTo(ask: SimulatedCall, parts: CallParts): ChatCall {
  const messages = [{ role: "user" as const, content: ask.question }]
  const model = modelAt(parts.priced)
  const bound = promptBound(measurePrompt(messages), model)
  const native: NativeCall = {
    target: { path: "/v1/chat/completions", query: {} },
    model: modelName,
    messages,
    counted: "",
    stream: ask.stream,
    asksUsage: true,
    body: { messages },
  }
  return {
    surface: "/api/openai",
    api: nativeApi(api, native),
    model,
    messages,
    counted: "",
    stream: ask.stream,
    asksUsage: true,
    fits: true,
    tier: ask.kind === "premium" ? "premium" : "free",
    promptLikely: bound.likely,
    promptMost: bound.most,
    cap: ask.cap,
    countedAs: "answer",
    recordedAs: ask.owner,
    freeEndsCountFor: [ask.owner],
    billing: billingOf(ask, parts),
    provider: parts.provider,
    texts: textsFor(undefined),
  }
}

function modelAt({ price, version }: PriceSet): OfferedModel {
  return {
    name: modelName,
    displayName: modelName,
    askedAs: modelName,
    provider: "openai",
    price,
    priceVersion: version,
    listed: true,
    abilities: abilitiesOf(modelName),
    tokensPerText: 1,
  }
}

function billingOf(ask: SimulatedCall, parts: CallParts): Billing {
  const billing = honestBillingOf(ask, parts)
  const { chargesAllThatIsTold, chargesTheCap } = parts.flaws
  return {
    ...billing,
    close(need, charge) {
      if (charge.kind !== "settle") return billing.close(need, charge)
      const { usage } = charge
      if (chargesAllThatIsTold) return billing.close(need, { kind: "settle", usage })
      const isCounted = chargesTheCap && usage.source === "estimated"
      return billing.close(need, isCounted ? { kind: "settle", usage: { ...usage, output: need.cap } } : charge)
    },
  }
}

function honestBillingOf({ owner, kind }: SimulatedCall, { ledger, wallets, quota, now }: CallParts): Billing {
  if (kind === "visitor") {
    const caller = { kind, tier: "free", owner, visitorId: owner, address: "192.0.2.1" } as const
    const refusal = { kind: "free-limit-reached", availableModels: [] } as const
    return billVisitor(caller, { ledger, quota, refusal })
  }
  const code = { id: owner, kind, frozen: false, label: "", createdAt: 0, fingerprint: "" }
  const caller = { kind: "code", tier: kind, owner, code, address: "" } as const
  const short = { purse: kind, upgradeUrl: "", supportUrl: undefined, affordable: () => undefined }
  return billCode(caller, { ledger, wallets, short, ceilings: {}, now, countedAs: "answer" })
}
