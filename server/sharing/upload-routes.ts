import { dayMs } from "#core/lib/days.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { senderOf } from "../access/authorize.ts"
import type { Config } from "../config.ts"
import { failureOfBody, refuse } from "../http/context.ts"
import { presentFailure } from "../http/present-failure.ts"
import { readFormFile } from "../http/read-body.ts"
import { jsonReply, type Reply } from "../http/reply.ts"
import { createRoutes, type HttpContext } from "../http/routes.ts"
import { textsFor } from "../http/texts.ts"
import { imageCap } from "../images/fetch-image.ts"
import { type Raster, rasterOf } from "../images/raster.ts"
import { cleanPicture } from "./clean-picture.ts"
import { picturePath } from "./picture-address.ts"
import { boxed, type SharingDesk } from "./sharing-desk.ts"
import { badPicture } from "./sharing-refusals.ts"

export interface UploadRoutesDeps {
  readonly desk: SharingDesk
  readonly config: Pick<Config, "publicUrl">
}

/** How long a picture that no conversation shows can be read. */
const uploadLifeMs = 7 * dayMs
/** Most pixels of a picture's longer side. */
const longestSide = 16_384

/** Pictures, for conversations that show them and for programs (`/api/cache`). */
export function createUploadRoutes({ desk, config }: UploadRoutesDeps) {
  const routes = createRoutes()

  routes.post("/api/cache/upload", async (c) => {
    const person = await desk.maker(c, "upload")
    if (!person.ok) return refuseUpload(c, person.error)
    const file = await readFormFile(c, "file", imageCap.bytes + 64 * 1024, senderOf(person.value))
    if (!file.ok && file.error !== "bad-type") return refuseUpload(c, failureOfBody(file.error))
    const picture = file.ok ? pictureOf(file.value) : undefined
    if (picture === undefined) {
      await desk.countRefused(person.value, "upload")
      return refuseUpload(c, badPicture)
    }
    const { bytes, raster } = picture
    const made = await desk.create(person.value, { kind: "upload", type: raster.type, bytes, lifeMs: uploadLifeMs })
    if (!made.ok) return refuseUpload(c, made.error)
    const address = `${config.publicUrl}${picturePath(made.value.id, raster.ending)}`
    return jsonReply({ code: 0, data: address, delete: made.value.deleteToken })
  })
  routes.get("/api/cache/:name", async (c) => {
    const found = await desk.bytesOf(c, "upload", idOf(c.param("name")))
    if (!found.ok) return refuse(c, found.error)
    const { file, bytes } = found.value
    return {
      status: 200,
      headers: {
        ...boxed,
        "content-type": file.type,
        "content-disposition": "inline",
        // Whoever takes it back takes it back: a stored copy is asked for again.
        "cache-control": "private, max-age=300",
      },
      body: bytes,
    }
  })
  routes.delete("/api/cache/:name", (c) => desk.remove(c, "upload", idOf(c.param("name"))))

  return routes.all
}

/** What is kept of a file, and what it is; undefined for what is no picture, or none that readers could bear. */
function pictureOf(file: Buffer): { readonly bytes: Buffer; readonly raster: Raster } | undefined {
  const type = rasterOf(file)?.type
  const isShort = file.length <= imageCap.bytes
  const bytes = isShort && type !== undefined ? cleanPicture(file, type) : undefined
  // What readers are given is judged, not what it was made of.
  const raster = bytes && rasterOf(bytes)
  return bytes && raster && isBearable(raster) ? { bytes, raster } : undefined
}

function isBearable({ pixels = Infinity, longerSide = Infinity }: Raster): boolean {
  return pixels <= imageCap.pixels && longerSide <= longestSide
}

/** An upload is refused in the ancestor's shape, beside ours. */
function refuseUpload(c: HttpContext, failure: Failure): Reply {
  const { status, headers, json } = presentFailure(failure, textsFor(c.incoming.headers["accept-language"]))
  return jsonReply({ code: 1, msg: json["error"], error: json["error"], reason: json["code"] }, { status, headers })
}

function idOf(name: string): string {
  return /^([\w-]{22})\.[a-z]{3,4}$/.exec(name)?.[1] ?? ""
}
