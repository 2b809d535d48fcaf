import type { Credentials, HttpShape } from "./adapter.ts"

/** A POST of JSON that is answered by events or by JSON. */
export function jsonShape(
  path: string,
  body: unknown,
  stream: boolean,
  headers: Readonly<Record<string, string>>,
): HttpShape {
  return {
    method: "POST",
    path,
    headers: {
      "content-type": "application/json",
      accept: stream ? "text/event-stream" : "application/json",
      ...headers,
    },
    body: JSON.stringify(body),
  }
}

/** The key as a bearer token; no header without one. */
export function bearer(key: string | undefined): Readonly<Record<string, string>> {
  return key ? { authorization: `Bearer ${key}` } : {}
}

/** A key of two halves as one token, as iFlytek takes it and our gateway for all that have two. */
export function pairBearer({ apiKey, secretKey }: Credentials): Readonly<Record<string, string>> {
  return bearer(apiKey && secretKey ? `${apiKey}:${secretKey}` : apiKey)
}
