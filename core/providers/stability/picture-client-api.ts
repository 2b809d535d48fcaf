import { err, ok } from "../../lib/result.ts"
import type { ClientApi } from "../client-api.ts"
import { neverStreamed, piecesOf } from "../pieces.ts"
import { encodeGenerateFailure } from "./decode-reply.ts"
import { formFor, modelOfPath, nameOfCall, readForm } from "./generate-request.ts"

/** Stability's pictures, whose calls are forms: here a list of names and values. */
export const stabilityClientApi: ClientApi = {
  ...neverStreamed,
  givesPictures: true,
  isCall: (path) => modelOfPath(path) !== undefined,
  read(target, fields) {
    const service = modelOfPath(target.path)
    if (service === undefined) return err({ kind: "refused", reason: "no-such-route" })
    const read = readForm(fields as Iterable<readonly [string, string]>)
    if (!read.ok) return read
    const body = Object.fromEntries(read.value)
    return ok(piecesOf(target, nameOfCall(service, read.value), { by: "picture", as: "any" }, 1, body))
  },
  write({ target, body, model: asked }, { model }) {
    const other = model === asked ? undefined : formFor(model, body)
    return {
      path: other?.path ?? target.path,
      headers: { accept: "application/json" },
      body: other?.fields ?? body,
    }
  },
  failureBody: encodeGenerateFailure,
}
