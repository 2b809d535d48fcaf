import { Hono } from "hono"
import type { HttpBindings } from "@hono/node-server"
import type { Texts } from "#core/i18n/locale.ts"
import { isNewer, newestVersion, type LocalVersion, type RemoteVersion } from "#core/update/version-check.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { readText } from "./gateway/sse-events.ts"
import { createHttpUpstream, type Upstream } from "./gateway/upstream.ts"
import { noStore } from "./http/context.ts"
import { textsFor } from "./http/texts.ts"

export interface UpdateRoutesDeps {
  /** A code host's list of tags or commits (`UPDATE_URL`); undefined: nothing leaves this server. */
  readonly updateUrl: string | undefined
  readonly version: LocalVersion
  readonly now: () => number
}

/** What came instead of a list. */
type Trouble =
  | { readonly kind: "status"; readonly status: number }
  | { readonly kind: "not-json"; readonly contentType: string }

/** The code host is asked at most this often, whoever wants to know, in ms; and waited for this long. */
const askEveryMs = 60_000
const patienceMs = 15_000
const longestReply = 2_000_000

/** `GET /api/update`: which version runs, and whether there is a newer one. */
export function createUpdateRoutes({ updateUrl, version, now }: UpdateRoutesDeps) {
  const routes = new Hono<{ Bindings: HttpBindings }>()
  const host =
    updateUrl === undefined
      ? undefined
      : { url: new URL(updateUrl), ask: createHttpUpstream(new URL(updateUrl).origin) }
  let lastAsked = -Infinity
  let last: Promise<Result<RemoteVersion, Trouble>> | undefined

  routes.get("/api/update", async (c) => {
    if (host === undefined) return Response.json({ version: version.tag, versionType: "tag" }, { headers: noStore })
    if (last === undefined || now() - lastAsked >= askEveryMs) {
      lastAsked = now()
      last = askHost(host)
    }
    const remote = await last
    if (!remote.ok) return refuse(remote.error, textsFor(c.req.header("accept-language")))
    const { versionType, version: remoteVersion } = remote.value
    const link = pageOf(host.url)
    return Response.json(
      {
        version: versionType === "tag" ? version.tag : String(Math.floor(version.date)),
        versionType,
        remoteVersion,
        isNewer: isNewer(remote.value, version),
        ...(link === undefined ? {} : { link }),
      },
      { headers: noStore },
    )
  })
  return routes
}

/** Redirects are not followed: what the operator wrote is what is asked. */
async function askHost({
  url,
  ask,
}: {
  readonly url: URL
  readonly ask: Upstream
}): Promise<Result<RemoteVersion, Trouble>> {
  const signal = AbortSignal.timeout(patienceMs)
  try {
    const headers = { accept: "application/json", "user-agent": "Prosa" }
    const request = { method: "GET", path: url.pathname + url.search, headers, body: "" } as const
    const reply = await ask(request, { signal, patienceMs })
    const text = await readText(reply.body, longestReply)
    if (reply.status !== 200) return err({ kind: "status", status: reply.status })
    const json = parseJson(text)
    if (json === undefined) return err({ kind: "not-json", contentType: String(reply.headers["content-type"] ?? "") })
    const newest = newestVersion(json)
    return newest === undefined ? err({ kind: "status", status: reply.status }) : ok(newest)
  } catch {
    return err({ kind: "status", status: signal.aborted ? 504 : 502 })
  }
}

/** The specification's words (secondary §8). */
function refuse(trouble: Trouble, texts: Texts): Response {
  const { update } = texts
  const told = { 502: update.error502, 503: update.error503, 504: update.error504 }
  const status = trouble.kind === "status" && trouble.status in told ? (trouble.status as keyof typeof told) : undefined
  const error =
    status !== undefined
      ? told[status]
      : trouble.kind === "not-json"
        ? update.notJson(trouble.contentType.slice(0, 100))
        : update.failed(String(trouble.status))
  return Response.json({ error, code: "update-check-failed" }, { status: status ?? 502, headers: noStore })
}

/** The page of a repository, for people, by the address of its API; undefined where that is not known. */
function pageOf({ protocol, host, pathname }: URL): string | undefined {
  const repository = /\/repos\/([\w.-]+\/[\w.-]+)\//.exec(`${pathname}/`)?.[1]
  return repository && `${protocol}//${host === "api.github.com" ? "github.com" : host}/${repository}`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
