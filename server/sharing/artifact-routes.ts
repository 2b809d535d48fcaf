import { dayMs } from "#core/lib/days.ts"
import { senderOf } from "../access/authorize.ts"
import type { Config } from "../config.ts"
import { failureOfBody, refuse } from "../http/context.ts"
import { readText } from "../http/read-body.ts"
import { jsonReply, noStore } from "../http/reply.ts"
import { createRoutes } from "../http/routes.ts"
import { boxed, type SharingDesk } from "./sharing-desk.ts"
import { badShare } from "./sharing-refusals.ts"

export interface ArtifactRoutesDeps {
  readonly desk: SharingDesk
  readonly config: Pick<Config, "publicUrl">
}

/** How long a page made in a chat can be read. */
const artifactLifeMs = 90 * dayMs
/** Longest page, in bytes. */
const longestArtifact = 1024 * 1024

/** Pages made in a chat, as a text that runs nothing (`/api/artifacts`). */
export function createArtifactRoutes({ desk, config }: ArtifactRoutesDeps) {
  const routes = createRoutes()

  routes.post("/api/artifacts", async (c) => {
    const person = await desk.maker(c, "artifact")
    if (!person.ok) return refuse(c, person.error)
    const text = await readText(c, longestArtifact, senderOf(person.value))
    if (!text.ok) return refuse(c, failureOfBody(text.error))
    if (text.value.trim() === "") return refuse(c, badShare("body"))
    const bytes = Buffer.from(text.value)
    const made = await desk.create(person.value, {
      kind: "artifact",
      type: "text/plain",
      bytes,
      lifeMs: artifactLifeMs,
    })
    if (!made.ok) return refuse(c, made.error)
    const { id, deleteToken, expiresAt } = made.value
    return jsonReply({ code: 0, id, result: id, url: `${config.publicUrl}/artifacts/${id}`, deleteToken, expiresAt })
  })
  routes.get("/api/artifacts", async (c) => {
    const found = await desk.bytesOf(c, "artifact", c.url.searchParams.get("id") ?? "")
    if (!found.ok) return refuse(c, found.error)
    return {
      status: 200,
      headers: {
        ...boxed,
        ...noStore,
        "content-type": "text/plain; charset=utf-8",
        "content-disposition": 'attachment; filename="artifact.txt"',
      },
      body: found.value.bytes,
    }
  })
  routes.delete("/api/artifacts", (c) => desk.remove(c, "artifact", c.url.searchParams.get("id") ?? ""))

  return routes.all
}
