import { createHash } from "node:crypto"
import type { Failure } from "#core/gateway/failure.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import type { CallTarget, NativeCall } from "#core/providers/client-api.ts"
import type { ChatApi, TakenForm } from "#core/providers/registry.ts"
import { longestRecording } from "#core/speech/transcription-request.ts"
import type { Caller } from "../access/authorize.ts"
import { failureOfBody } from "../http/context.ts"
import { isLong, readJson, readMixedForm, readTextForm } from "../http/read-body.ts"
import type { HttpContext } from "../http/routes.ts"
import { othersTurn } from "../http/turns.ts"
import { hasCode } from "./admission/rates.ts"

/** The longest body of a call, and of one that is a form, in bytes. */
export const longestCall = 10 * 1024 * 1024
export const longestForm = 256 * 1024

/** The longest form with a recording, in bytes: the recording, and what is around it. */
export const longestFileForm = longestRecording + 64 * 1024

/** The longest form with pictures to edit, in bytes: as much as a chat with pictures, and what is around them. */
export const longestPictureForm = longestCall + 64 * 1024

const longestForms: Readonly<Record<TakenForm, number>> = {
  texts: longestForm,
  file: longestFileForm,
  pictures: longestPictureForm,
}

const notAForm: Failure = {
  kind: "invalid-request",
  message: "content-type: must be multipart/form-data, of texts only",
}
const noFileForm: Failure = { kind: "invalid-request", message: "content-type: must be multipart/form-data" }

/** A call as its body says it. */
export interface ReadCall {
  readonly native: NativeCall
  /** Where it is asked, which says what API is spoken, and a hash of what: that only where it is compared with another. */
  readonly requestHash: string
}

/** The facts about a call before its body is read. */
export interface CallHead {
  readonly api: ChatApi
  readonly target: CallTarget
  readonly caller: Caller
  /** Whether it has a key, which then means this call and nothing else. */
  readonly isKeyed: boolean
}

/** Reads a call's body, of megabytes in steps, between which everybody else has their turn. */
export async function readCall(
  c: HttpContext,
  { api, target, caller, isKeyed }: CallHead,
): Promise<Result<ReadCall, Failure>> {
  const json = await readBody(c, api, caller)
  if (!json.ok) return json
  const long = isLong(c)
  if (long) await othersTurn()
  const native = api.clientApi.read(target, json.value)
  if (!native.ok) return native
  if (long) await othersTurn()
  const requestHash = isKeyed ? `${c.url.pathname} ${hashOf(target, json.value)}` : c.url.pathname
  if (long) await othersTurn()
  return ok({ native: native.value, requestHash })
}

async function readBody(c: HttpContext, api: ChatApi, caller: Caller): Promise<Result<unknown, Failure>> {
  const { takesForms } = api
  const sender = hasCode(caller) ? { owner: caller.owner } : c
  const body = await (takesForms === undefined
    ? readJson(c, longestCall, sender)
    : (takesForms === "texts" ? readTextForm : readMixedForm)(c, longestForms[takesForms], sender))
  if (body.ok) return body
  if (takesForms === undefined || body.error !== "bad-type") return err(failureOfBody(body.error))
  return err(takesForms === "texts" ? notAForm : noFileForm)
}

/** A file counts by what is in it. */
function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("base64url")
}

function hashOf({ path, query }: CallTarget, json: unknown): string {
  return createHash("sha256")
    .update(path)
    .update(
      JSON.stringify([query, json], (_, value: unknown) => (value instanceof Uint8Array ? digestOf(value) : value)),
    )
    .digest("base64url")
}
