/** Schemas of values in the environment. A message is for the operator, and follows the name of the setting. */
import { BlockList, isIP } from "node:net"
import * as v from "valibot"
import { parseReais } from "#core/lib/micro-reais.ts"
import { webAddress } from "./schemas.ts"

/** Yes or no, as people write it. */
export const flag = v.pipe(
  v.picklist(["0", "1", "true", "false", "yes", "no", "on", "off"], "must be 0 or 1"),
  v.transform((value) => ["1", "true", "yes", "on"].includes(value)),
)
/** A whole number. */
export const count = v.pipe(v.string(), v.regex(/^\d{1,9}$/, "must be a whole number, 0 or more"), v.transform(Number))
export const port = v.pipe(count, v.maxValue(65_535, "must be a port, 0 to 65535"))
export const decimal = v.pipe(
  v.string(),
  v.regex(/^\d{1,6}(\.\d{1,6})?$/, "must be a decimal number above 0, such as 5.50"),
  v.check((value) => Number(value) > 0, "must be a decimal number above 0, such as 5.50"),
)
/** An amount in reais, read into micro-reais. */
export const reais = v.pipe(
  v.string(),
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
    const amount = parseReais(value)
    if (amount !== undefined && amount >= 0) return amount
    addIssue({ message: "must be an amount in reais such as 0.50" })
    return NEVER
  }),
)
export const url = webAddress("must be a URL that begins with http:// or https://")
/** Values separated by commas. */
export const list = v.pipe(
  v.string(),
  v.transform((value) =>
    value
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== ""),
  ),
)
/** Names of hosts, or the ends of such names: `.gov.br`. */
export const hostNames = v.pipe(
  list,
  v.transform((hosts) => hosts.map((host) => host.toLowerCase().replace(/^\*(?=\.)/, ""))),
  v.check(
    (hosts) => hosts.every((host) => /^\.?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/.test(host)),
    "must be a comma list of host names such as api.example.com or .gov.br",
  ),
)
/** Addresses of other servers, separated by commas: each an origin and, where it has one, the path it begins with. */
export const endpoints = v.pipe(
  list,
  v.check((entries) => entries.every(isEndpoint), "must be a comma list of URLs such as https://dav.example/dav"),
)
/** The same, or `*` for all there are. */
export const endpointsOrAll = v.pipe(
  list,
  v.check(
    (entries) => entries.join() === "*" || entries.every(isEndpoint),
    "must be *, or a comma list of URLs such as https://dav.example/dav",
  ),
)

/**
 * Origins of pages, as browsers write them: also those of shells around a page, such as `tauri://localhost`. A page of no
 * origin (`null`) could be anybody's, and `*` would be everybody's.
 */
export const pageOrigins = v.pipe(
  list,
  v.transform((origins) => origins.map(originOf)),
  v.check(
    (origins) => origins.every((origin) => origin !== ""),
    "must be a comma list of origins such as https://app.example or capacitor://localhost",
  ),
  v.transform((origins) => [...new Set(origins)]),
)

function originOf(written: string): string {
  const origin = written.toLowerCase().replace(/\/$/, "")
  if (!/^(?!file:)[a-z][a-z0-9+.-]{0,30}:\/\/(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/.test(origin))
    return ""
  if (!/^https?:/.test(origin)) return origin
  return URL.canParse(origin) ? new URL(origin).origin : ""
}

function isEndpoint(entry: string): boolean {
  if (!URL.canParse(entry)) return false
  const { protocol, username, password, search, hash } = new URL(entry)
  return ["http:", "https:"].includes(protocol) && [username, password, search, hash].every((part) => part === "")
}

const inHeader = /^[!#-&(-_a-~]{1,512}$/
/** A value that is sent in a header: no spaces or accents, and no quotes, which are a mistake in `.env`. */
export const secret = v.pipe(v.string(), v.regex(inHeader, "must be without spaces, quotes, line breaks or accents"))
/** Several of them, separated by commas: keys, codes. */
export const secrets = v.pipe(
  list,
  v.check(
    (values) => values.every((value) => inHeader.test(value)),
    "must be words separated by commas, without spaces, quotes, line breaks or accents",
  ),
)
/** Addresses and CIDR ranges. */
export const cidrs = v.pipe(
  list,
  v.rawTransform(({ dataset: { value: ranges }, addIssue, NEVER }) => {
    const block = new BlockList()
    for (const range of ranges) {
      const [address = "", prefix, ...more] = range.split("/")
      const family = isIP(address)
      const longest = family === 6 ? 128 : 32
      const bits = Number(prefix ?? longest)
      // "10.0.0.0/" is no range: read as a number, nothing would be 0, and everybody trusted.
      if (family === 0 || more.length > 0 || !/^\d{1,3}$/.test(prefix ?? "0") || bits > longest) {
        addIssue({ message: "must be a comma list of addresses or CIDR ranges" })
        return NEVER
      }
      block.addSubnet(address, bits, family === 6 ? "ipv6" : "ipv4")
    }
    return block
  }),
)

export const version = v.pipe(v.string(), v.regex(/^[\w.-]{1,64}$/, "must be an API version such as 2024-10-21"))
