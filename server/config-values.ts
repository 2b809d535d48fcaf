/** What a value in the environment may look like, and what it becomes. The message is for the operator, behind the name. */
import { BlockList, isIP } from "node:net"
import { z } from "zod"
import { parseReais } from "#core/lib/micro-reais.ts"

/** Yes or no, as people write it. */
export const flag = z
  .enum(["0", "1", "true", "false", "yes", "no", "on", "off"], { error: "must be 0 or 1" })
  .transform((value) => ["1", "true", "yes", "on"].includes(value))
/** A whole number. */
export const count = z
  .string()
  .regex(/^\d{1,9}$/, "must be a whole number, 0 or more")
  .transform(Number)
export const port = count.refine((value) => value <= 65_535, "must be a port, 0 to 65535")
export const decimal = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,6})?$/, "must be a decimal number above 0, such as 5.50")
  .refine((value) => Number(value) > 0, "must be a decimal number above 0, such as 5.50")
/** An amount in reais, read into micro-reais. */
export const reais = z.string().transform((value, context) => {
  const amount = parseReais(value)
  if (amount === undefined || amount < 0) {
    context.addIssue({ code: "custom", message: "must be an amount in reais such as 0.50" })
    return z.NEVER
  }
  return amount
})
export const url = z.url({ protocol: /^https?$/, error: "must be a URL that begins with http:// or https://" })
/** Values separated by commas. */
export const list = z.string().transform((value) =>
  value
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== ""),
)
const inHeader = /^[!#-&(-_a-~]{1,512}$/
/** What is sent in a header, where neither spaces nor accents can stand, and quotes are a mistake in `.env`. */
export const secret = z.string().regex(inHeader, "must be without spaces, quotes, line breaks or accents")
/** Several of them, separated by commas: keys, codes. */
export const secrets = list.refine(
  (values) => values.every((value) => inHeader.test(value)),
  "must be words separated by commas, without spaces, quotes, line breaks or accents",
)
/** Addresses and CIDR ranges. */
export const cidrs = list.transform((ranges, context) => {
  const block = new BlockList()
  for (const range of ranges) {
    const [address = "", prefix, ...more] = range.split("/")
    const family = isIP(address)
    const longest = family === 6 ? 128 : 32
    const bits = Number(prefix ?? longest)
    // "10.0.0.0/" is no range: read as a number, nothing would be 0, and everybody trusted.
    if (family === 0 || more.length > 0 || !/^\d{1,3}$/.test(prefix ?? "0") || bits > longest) {
      context.addIssue({ code: "custom", message: "must be a comma list of addresses or CIDR ranges" })
      return z.NEVER
    }
    block.addSubnet(address, bits, family === 6 ? "ipv6" : "ipv4")
  }
  return block
})

export const version = z.string().regex(/^[\w.-]{1,64}$/, "must be an API version such as 2024-10-21")
