// The layers of the server, as ARCHITECTURE.md draws them.

/**
 * Every part of the server, from the ground up: a part knows itself and what stands before it here. A part is a folder, or
 * the files that are named.
 * @type {readonly (readonly [part: string, ...files: string[]])[]}
 */
const layers = [
  ["server/time"],
  ["server/schemas", "server/schemas.ts"],
  ["server/config", "server/config.ts", "server/config-values.ts", "server/provider-settings.ts"],
  ["server/store"],
  ["server/servers"],
  ["server/limits"],
  ["server/outbound"],
  ["server/files"],
  ["server/http"],
  ["server/ledger"],
  ["server/access"],
  ["server/gateway/apis"],
  ["server/gateway/pretend"],
  ["server/gateway/search"],
  ["server/gateway/providers"],
  ["server/gateway/models"],
  ["server/gateway/billing"],
  ["server/gateway/call"],
  ["server/gateway/runs"],
  ["server/gateway/upstream"],
  ["server/gateway/admission"],
  ["server/gateway"],
  ["server/account"],
  ["server/analytics"],
  ["server/images"],
  ["server/sharing"],
  ["server/plugins"],
  ["server/sync"],
  ["server/vault"],
  ["server/admin"],
  ["server"],
]

/**
 * The part of the server that a file belongs to; the narrowest folder where several hold it.
 * @param {string} path
 * @returns {string}
 */
export function serverPartOf(path) {
  const named = layers.find(([, ...files]) => files.includes(path))
  if (named) return named[0]
  const folders = layers.map(([part]) => part).filter((part) => path.startsWith(`${part}/`))
  return folders.reduce((narrowest, part) => (part.length > narrowest.length ? part : narrowest), "server")
}

/**
 * Whether a part of the server may know another.
 * @param {string} from
 * @param {string} to
 */
export function standsOn(from, to) {
  const parts = layers.map(([part]) => part)
  return parts.indexOf(to) <= parts.indexOf(from)
}
