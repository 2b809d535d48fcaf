import { Resolver } from "node:dns/promises"
import { isIP } from "node:net"
import { err, ok, type Result } from "#core/lib/result.ts"
import { isPublicAddress } from "./public-address.ts"
import Agent from "./agent.ts"

/** An address that a stranger gave us and that we may call: where it leads was looked up once and is settled. */
export interface EgressTarget {
  readonly url: URL
  readonly addresses: readonly ResolvedAddress[]
}

export interface ResolvedAddress {
  readonly address: string
  readonly family: number
}

export interface EgressRules {
  /** Resolves a name to all its addresses. */
  readonly lookup?: (name: string) => Promise<readonly ResolvedAddress[]>
  /** Which addresses and ports may be called; tests let loopback through. */
  readonly isAllowed?: (address: string) => boolean
  readonly ports?: readonly string[]
  readonly schemes?: readonly string[]
}

const webPorts = ["", "80", "443"]
const webSchemes = ["http:", "https:"]
const longestUrl = 2_048

/**
 * Whether a stranger's URL may be called, after `new URL` has folded every way of spelling it: http or https, the web's
 * ports, no credentials, and a host all of whose addresses are public. One reason for all refusals, so that nobody can
 * feel their way through a network that is not theirs.
 */
export async function checkEgress(text: string, rules: EgressRules = {}): Promise<Result<EgressTarget, "refused">> {
  const { lookup = lookUp, isAllowed = isPublicAddress, ports = webPorts, schemes = webSchemes } = rules
  const url = text.length <= longestUrl ? parse(text) : undefined
  if (!url || !schemes.includes(url.protocol) || !ports.includes(url.port)) return err("refused")
  if (url.username !== "" || url.password !== "" || url.hostname === "") return err("refused")
  const host = url.hostname.replace(/^\[|\]$/g, "")
  const family = isIP(host)
  const addresses = family === 0 ? await lookup(host).catch(() => []) : [{ address: host, family }]
  if (addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address))) return err("refused")
  return ok({ url, addresses })
}

/**
 * The one connection to a checked target: it goes to the addresses that were checked, whatever the name says by now, and
 * is of no use to anybody else. The caller closes it.
 */
export function agentFor({ addresses }: EgressTarget): Agent {
  return new Agent({
    connections: 1,
    pipelining: 0,
    keepAliveTimeout: 1,
    maxResponseSize: -1,
    connect: {
      timeout: 5_000,
      lookup(_name, options, done) {
        const [first] = addresses
        if (options.all)
          done(
            null,
            addresses.map(({ address, family }) => ({ address, family })),
          )
        else done(null, first?.address ?? "", first?.family ?? 4)
      },
    },
  })
}

/** How long a name server is waited for, in ms, and how often it is asked. */
const patience = { timeout: 2_000, tries: 2 }

/**
 * Asks the name servers itself. The system's own way has four threads for all names, those of providers too: a stranger
 * whose name servers never answer would keep them all. It knows names of this machine besides, which are nobody's to ask for.
 */
async function lookUp(name: string): Promise<readonly ResolvedAddress[]> {
  const resolver = new Resolver(patience)
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  return [
    ...(four.status === "fulfilled" ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === "fulfilled" ? six.value.map((address) => ({ address, family: 6 })) : []),
  ]
}

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}
