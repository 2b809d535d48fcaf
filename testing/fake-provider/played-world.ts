import { pathToFileURL } from "node:url"
import { playHost } from "./play-host.ts"

/**
 * The same for a process of its own: `NODE_OPTIONS` loads this file before the program, and `PLAYED_HOSTS` says who stands
 * where, as "api.openai.com=41000,api.anthropic.com=41001".
 */
for (const played of (process.env["PLAYED_HOSTS"] ?? "").split(",")) {
  const [host = "", port = ""] = played.split("=")
  if (host !== "") playHost(host, Number(port))
}

/** What must stand in the environment of that process. */
export function playedHosts(ports: Readonly<Record<string, number>>): Readonly<Record<string, string>> {
  return {
    NODE_OPTIONS: `--import=${pathToFileURL(import.meta.filename).href}`,
    PLAYED_HOSTS: Object.entries(ports)
      .map(([host, port]) => `${host}=${port}`)
      .join(","),
  }
}
