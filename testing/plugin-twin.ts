import { createServer, type IncomingMessage, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, expect } from "vitest"
import { buildCall } from "#core/plugins/call-shape.ts"
import { openSpec } from "#core/plugins/openapi/open-spec.ts"
import type { ServerChoice } from "#core/plugins/openapi/servers.ts"
import type { PluginAuth } from "#core/plugins/plugin.ts"
import type { JsonObject } from "#core/lib/fields.ts"
import { ok } from "#core/lib/result.ts"
import { createMemoryLimits } from "../server/limits/caller-limits.ts"
import type { EgressRules } from "../server/outbound/egress-guard.ts"
import { createPluginRoutes } from "../server/plugins/plugin-routes.ts"
import { readYaml } from "./plugin-specs.ts"
import { serveRoutes } from "./serve-routes.ts"

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

export interface Heard {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}

export interface TwinSetting {
  readonly egress?: EgressRules
  readonly plugins?: { readonly isOn: boolean; readonly hosts: readonly string[] }
  readonly waitMs?: number
  readonly visitorCalls?: number
}

/** A plugin's server on this machine, and our route with leave to reach it whatever name it is called by. */
export async function startPluginTwin(
  answer: RequestListener,
  { egress, plugins, waitMs, visitorCalls = 150 }: TwinSetting = {},
) {
  const heard: Heard[] = []
  const server = createServer((incoming, response) => {
    let body = ""
    incoming.setEncoding("utf8").on("data", (chunk: string) => (body += chunk))
    incoming.on("end", () => {
      const { method = "", url = "", headers } = incoming
      heard.push({ method, url, headers, body })
      answer(incoming, response)
    })
  })
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const logged: string[] = []
  const note = (event: string, facts = {}) => void logged.push(JSON.stringify([event, facts]))
  let now = 0
  let left = visitorCalls
  const callerOf = ({ headers }: IncomingMessage) => {
    const { authorization: owner, "x-visitor": id, "x-test-address": address } = headers
    if (owner === undefined || owner === "") {
      const visitorId = typeof id === "string" ? id : undefined
      return ok({
        kind: "visitor",
        tier: "free",
        owner: `visitor:${visitorId}`,
        visitorId,
        address: typeof address === "string" ? address : "192.0.2.1",
      } as const)
    }
    return ok({ kind: "operator", tier: "premium", owner, address: "192.0.2.2" } as const)
  }
  const routes = createPluginRoutes({
    authorizer: {
      authorize: ({ incoming, url }) => {
        // The query is the plugin's: nothing in it may be read as a credential of ours.
        expect(url.search).toBe("")
        return Promise.resolve(callerOf(incoming))
      },
      person: (incoming) => Promise.resolve(callerOf(incoming)),
    },
    quota: { takePluginCall: async () => left-- > 0, hasPluginCall: async () => left > 0 },
    config: {
      publicUrl: "https://prosa.example",
      supportUrl: undefined,
      plugins: plugins ?? { isOn: true, hosts: [] },
      limits: { freeDailyMessages: 30 },
    },
    limits: createMemoryLimits(() => now),
    log: { info: note, warn: note, error: note },
    version: "1.2.3",
    steady: () => now,
    otherwise: () => ({ status: 404, headers: {}, body: "otherwise" }),
    egress: egress ?? {
      isAllowed: () => true,
      schemes: ["http:", "https:"],
      ports: ["", String(port)],
      lookup: async () => [{ address: "127.0.0.1", family: 4 }],
    },
    ...(waitMs === undefined ? {} : { waitMs }),
  })
  const served = await serveRoutes(routes)
  stops.push(served.stop)
  const base = `http://127.0.0.1:${port}`
  const call = (path: string, init: RequestInit & { readonly base?: string } = {}) =>
    fetch(`${served.url}/api/proxy${path}`, {
      ...init,
      headers: {
        authorization: "Bearer code",
        "x-plugin-call": "1",
        "x-base-url": init.base ?? base,
        "sec-fetch-site": "same-origin",
        ...(init.headers as Record<string, string>),
      },
    })
  return { call, heard, base, port, url: served.url, logged, pass: (ms: number) => (now += ms) }
}

/** Answers everything with a little JSON. */
export const okay: RequestListener = (_, response) =>
  response.writeHead(200, { "content-type": "application/json" }).end('{"a":1}')

type PluginTwin = Awaited<ReturnType<typeof startPluginTwin>>

/** Opens a description, makes a call of it as the page does and sends it; tells what was made, and what arrived. */
export async function callThrough(
  { call, heard }: Pick<PluginTwin, "call" | "heard">,
  text: string,
  key: string,
  given: JsonObject,
  auth: PluginAuth = { authType: "none" },
  choice: ServerChoice = {},
) {
  const spec = openSpec(text, { readYaml, ...choice })
  if (!spec.ok) throw new Error(JSON.stringify(spec.error))
  const tool = spec.value.toolOf(key)
  if (!tool.ok) throw new Error(`${key}: ${JSON.stringify(tool.error)}`)
  const made = buildCall(tool.value.call, given, auth)
  if (!made.ok) throw new Error(made.error)
  const { method, path, headers, body } = made.value
  const sent = Object.fromEntries(Object.entries(headers).map(([header, value]) => [`X-Plugin-${header}`, value]))
  const reply = await call(path, { method, headers: sent, ...(body === undefined ? {} : { body }) })
  return { made: made.value, reply, arrived: heard.at(-1), tool: tool.value }
}
