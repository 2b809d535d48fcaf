import { parseJson } from "#core/lib/fields.ts"
import type { LaterTexts } from "#core/i18n/texts.ts"
import { sayUpdateTrouble, type UpdateTrouble } from "#core/update/update-trouble.ts"
import { isNewer, newestVersion, type LocalVersion, type RemoteVersion } from "#core/update/version-check.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { readText } from "./outbound/bounded-reads.ts"
import { createHttpUpstream, type Upstream } from "./outbound/upstream.ts"
import { textsFor } from "./http/texts.ts"
import { jsonReply, type Reply } from "./http/reply.ts"
import { createRoutes } from "./http/routes.ts"

export interface UpdateRoutesDeps {
  /** A code host's list of tags or commits (`UPDATE_URL`); undefined: nothing leaves this server. */
  readonly updateUrl: string | undefined
  readonly version: LocalVersion
  readonly now: () => number
}

/** The code host is asked at most this often, whoever wants to know, in ms; and waited for this long. */
const askEveryMs = 60_000
const patienceMs = 15_000
const longestReply = 2_000_000

/** `GET /api/update`: which version runs, and whether there is a newer one. */
export function createUpdateRoutes({ updateUrl, version, now }: UpdateRoutesDeps) {
  const routes = createRoutes()
  const host =
    updateUrl === undefined
      ? undefined
      : { url: new URL(updateUrl), ask: createHttpUpstream(new URL(updateUrl).origin) }
  let lastAsked = -Infinity
  let last: Promise<Result<RemoteVersion, UpdateTrouble>> | undefined

  routes.get("/api/update", async (c) => {
    if (host === undefined) return jsonReply({ version: version.tag, versionType: "tag" })
    if (last === undefined || now() - lastAsked >= askEveryMs) {
      lastAsked = now()
      last = askHost(host)
    }
    const remote = await last
    if (!remote.ok) return refuse(remote.error, textsFor(c.incoming.headers["accept-language"]))
    const { versionType, version: remoteVersion } = remote.value
    const link = pageOf(host.url)
    return jsonReply({
      version: versionType === "tag" ? version.tag : String(Math.floor(version.date)),
      versionType,
      remoteVersion,
      isNewer: isNewer(remote.value, version),
      ...(link === undefined ? {} : { link }),
    })
  })
  return routes.all
}

/** Redirects are not followed: what the operator wrote is what is asked. */
async function askHost({
  url,
  ask,
}: {
  readonly url: URL
  readonly ask: Upstream
}): Promise<Result<RemoteVersion, UpdateTrouble>> {
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

function refuse(trouble: UpdateTrouble, texts: LaterTexts): Reply {
  const passedOn = trouble.kind === "status" && [503, 504].includes(trouble.status)
  const status = passedOn ? trouble.status : 502
  return jsonReply({ error: sayUpdateTrouble(trouble, texts), code: "update-check-failed" }, { status })
}

/** The page of a repository, for people, by the address of its API; undefined where that is not known. */
function pageOf({ protocol, host, pathname }: URL): string | undefined {
  const repository = /\/repos\/([\w.-]+\/[\w.-]+)\//.exec(`${pathname}/`)?.[1]
  return repository && `${protocol}//${host === "api.github.com" ? "github.com" : host}/${repository}`
}
