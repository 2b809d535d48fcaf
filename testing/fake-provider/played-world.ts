import { pathToFileURL } from "node:url"
import { playHost } from "./play-host.ts"

/**
 * Hosts and a clock for a process of its own: `NODE_OPTIONS` loads this file before the program. `PLAYED_HOSTS` says who
 * stands where, as "api.openai.com=41000,api.anthropic.com=41001"; the clock goes on from `PLAYED_CLOCK`, epoch ms.
 */
for (const played of (process.env["PLAYED_HOSTS"] ?? "").split(",")) {
  const [host = "", port = ""] = played.split("=")
  if (host !== "") playHost(host, Number(port))
}

const clock = Number(process.env["PLAYED_CLOCK"] ?? "")
if (clock > 0) {
  const RealDate = Date
  const ahead = clock - RealDate.now()
  const now = () => RealDate.now() + ahead
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
    get: (target, name, receiver) => (name === "now" ? now : (Reflect.get(target, name, receiver) as unknown)),
  })
}

/** The environment of that process. */
export function playedWorld(ports: Readonly<Record<string, number>>, clock?: number): Readonly<Record<string, string>> {
  return {
    NODE_OPTIONS: `--import=${pathToFileURL(import.meta.filename).href}`,
    PLAYED_HOSTS: Object.entries(ports)
      .map(([host, port]) => `${host}=${port}`)
      .join(","),
    ...(clock === undefined ? {} : { PLAYED_CLOCK: String(clock) }),
  }
}
