import { gatewayOf } from "#core/providers/gateways.ts"
import { homeProvider, type ProviderId, providerIds } from "#core/providers/registry.ts"
import { edgeModel } from "#core/speech/speech-choices.ts"
import type { Config } from "../../config.ts"
import type { Log } from "../../http/log.ts"
import { isAtHome } from "../../provider-settings.ts"
import { steadyClock } from "../../time/steady-clock.ts"
import type { Wait } from "../../time/wait.ts"
import type { PretendOptions } from "../pretend/pretend-upstream.ts"
import { type Sign, signerFor } from "./sign-request.ts"
import { neuralVoices } from "./neural-voices.ts"
import { createPace, type Pace } from "./pace.ts"
import { isPretend, pretends } from "./pretends.ts"
import { loneKey, operatorKeys, type ProviderKeys } from "./provider-keys.ts"
import { createRetries, type Retries } from "./retries.ts"
import { createHttpUpstream, type Upstream } from "../../outbound/upstream.ts"

/** A provider as the gateway reaches it: where to ask, as whom, and how often. */
export interface Provider {
  readonly id: ProviderId
  readonly upstream: Upstream
  readonly sign: Sign
  /** The pretend model. */
  readonly pretend?: boolean
  /** It is asked at its own address, so that it has all of its own APIs: a compatible server may have a chat alone. */
  readonly isHome?: boolean
  /** Of its API, as the operator has configured it. */
  readonly version?: string | undefined
  /**
   * The secrets that must never appear in an error: the key of the request, and the operator's keys of all providers.
   */
  readonly secrets: readonly string[]
  readonly keys: ProviderKeys
  readonly retries: Retries
  /** How fast its streams are read; absent: as fast as it speaks, for it is paid. */
  readonly pace?: Pace
}

export interface Providers {
  /** The pretend model answers under OpenAI's name, and makes pictures under Stability's. */
  readonly pretend: boolean
  /** With the operator's keys; undefined where there is none. */
  ours(id: ProviderId): Provider | undefined
  /** Who reads a model's speech aloud with the operator's keys, where that is another server than the model's provider. */
  speech(model: string): Provider | undefined
  /** With a user's own key, at the provider's own address or another that is guarded; it never sees ours. Undefined where the provider has no address. */
  withKey(id: ProviderId, key: string, elsewhere?: Elsewhere): Provider | undefined
}

/** Another address for a call with an own key. */
export interface Elsewhere {
  readonly upstream: Upstream
  readonly host: string
}

export interface ProvidersOptions {
  readonly now: () => number
  /** In [0, 1). */
  readonly random: () => number
  readonly wait: Wait
  readonly log: Log
  /** Longest wait for a provider's next word, where that is to be shorter than usual; in ms. */
  readonly longestSilenceMs?: number | undefined
}

export function createProviders(config: Config, options: ProvidersOptions): Providers {
  const { now } = options
  const lasting = { ...options, now: steadyClock(now) }
  const pretend = pretends(config)
  const retries = createRetries({ ...lasting, most: config.upstream.retries })
  const ours = secretsOf(config)
  const pace = createPace(options.wait)
  const pools = new Map<ProviderId, Elsewhere>()
  const known = new Map<ProviderId, Provider>()
  let pretending: Upstream | undefined
  const signers = new Map<ProviderId, Sign>()
  let reader: Provider | undefined
  let neural: Provider | undefined

  /** Where a provider lives; its pool of connections is made when it is first asked. */
  function home(id: ProviderId): Elsewhere | undefined {
    const { baseUrl } = config.providers[id]
    if (baseUrl === undefined) return undefined
    const made = pools.get(id) ?? {
      upstream: createHttpUpstream(baseUrl, options.longestSilenceMs),
      host: new URL(baseUrl).host,
    }
    pools.set(id, made)
    return made
  }

  function made(id: ProviderId): Provider | undefined {
    const { keys, organization, version } = config.providers[id]
    const at = home(id)
    if (isPretend(config, id)) return pretendModel(id)
    if (keys.length === 0 || at === undefined) return undefined
    return {
      id,
      version,
      isHome: isAtHome(config, id),
      upstream: at.upstream,
      sign: signerFor(gatewayOf[id].authorization, { now, ...at, organization }),
      keys: operatorKeys(keys, { ...lasting, provider: id, breaker: config.upstream.breaker }),
      retries,
      secrets: ours,
    }
  }

  function pretendModel(id: ProviderId): Provider {
    return {
      id,
      pretend: true,
      upstream: (pretending ??= pretendUpstream(options)),
      sign: (request) => request,
      keys: loneKey(undefined),
      // Its simulated failures are meant to be seen.
      retries: createRetries({ ...lasting, most: 0 }),
      secrets: ours,
    }
  }

  function madeReader({ url, keys }: NonNullable<Config["speech"]>): Provider {
    const upstream = createHttpUpstream(url, options.longestSilenceMs)
    return {
      id: homeProvider,
      upstream,
      sign: signerFor(gatewayOf[homeProvider].authorization, { now, upstream, host: new URL(url).host }),
      // A server of the operator's own may want none.
      keys:
        keys.length === 0
          ? { ...loneKey(undefined), ours: true }
          : operatorKeys(keys, { ...lasting, provider: "speech", breaker: config.upstream.breaker }),
      retries,
      secrets: ours,
    }
  }

  function madeNeural({ url, keys }: NonNullable<Config["neuralVoices"]>): Provider {
    return {
      id: homeProvider,
      upstream: neuralVoices(createHttpUpstream(url, options.longestSilenceMs)),
      sign: (request, key = "") => ({
        ...request,
        headers: { ...request.headers, "ocp-apim-subscription-key": key },
      }),
      keys: operatorKeys(keys, { ...lasting, provider: "azure-speech", breaker: config.upstream.breaker }),
      retries,
      secrets: ours,
    }
  }

  return {
    pretend,
    ours(id) {
      const provider = known.get(id) ?? made(id)
      if (provider) known.set(id, provider)
      return provider
    },
    speech(model) {
      if (model === edgeModel && config.neuralVoices !== undefined) return (neural ??= madeNeural(config.neuralVoices))
      if (model === edgeModel && !config.edgeBySpeech) return undefined
      if (config.speech !== undefined) reader ??= madeReader(config.speech)
      return reader
    },
    withKey(id, key, elsewhere) {
      const at = elsewhere ?? home(id)
      if (at === undefined) return undefined
      // One for all own keys: what is fetched for a key once serves its next call, too.
      const sign = elsewhere
        ? signerFor(gatewayOf[id].authorization, { now, ...elsewhere })
        : (signers.get(id) ?? signerFor(gatewayOf[id].authorization, { now, ...at }))
      if (!elsewhere) signers.set(id, sign)
      const { version } = config.providers[id]
      return {
        id,
        version,
        isHome: elsewhere === undefined && isAtHome(config, id),
        upstream: at.upstream,
        sign,
        keys: loneKey(key),
        retries,
        pace,
        secrets: [...wordsOf(key), ...ours],
      }
    },
  }
}

function secretsOf({ providers, search, speech, neuralVoices: neural }: Config): readonly string[] {
  const accounts = providerIds.map((id) => providers[id])
  const organizations = accounts.flatMap(({ organization }) => organization ?? [])
  const searchKeys = search.kind === "brave" ? [search.key] : []
  const speechKeys = [...(speech?.keys ?? []), ...(neural?.keys ?? [])]
  return [...speechKeys, ...accounts.flatMap(({ keys }) => keys.flatMap(wordsOf)), ...organizations, ...searchKeys]
}

/** A key and, where it has two words, each of them. */
function wordsOf(key: string): readonly string[] {
  return key.includes(":") ? [key, ...key.split(":")] : [key]
}

/** Loaded when it is first asked: a server with a key never is. */
function pretendUpstream(options: PretendOptions): Upstream {
  const load = async () => (await import("../pretend/pretend-upstream.ts")).createPretendUpstream(options)
  let loaded: Promise<Upstream> | undefined
  return async (shape, how) => (await (loaded ??= load()))(shape, how)
}
