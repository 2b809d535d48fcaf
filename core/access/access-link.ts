import { fieldsOf } from "../lib/read-value.ts"
import { bareAccessCode, isAccessCodeShaped } from "./access-code.ts"

/**
 * What a link asks to set (`?code=…`, `?settings={"key":…,"url":…}`, the ancestor's). Nothing of it is taken before
 * it was shown and confirmed.
 */
export interface AccessLink {
  readonly accessCode?: string
  /** The user's own key for OpenAI. */
  readonly key?: string
  /** Where OpenAI's calls go. */
  readonly url?: string
}

const longest = 500

/**
 * What can be taken of a link; undefined when that is nothing. An address that hides its host behind a name and "@" is
 * not taken, nor is one of our codes as a key for somebody else.
 */
export function readAccessLink(link: {
  readonly code: string | null
  readonly settings: string | null
}): AccessLink | undefined {
  const accessCode = bareAccessCode((link.code ?? "").slice(0, longest))
  const settings = fieldsOf(parsed(link.settings ?? ""))
  const key = word(settings["key"])
  const url = word(settings["url"])
  const taken: AccessLink = {
    ...(isWord(accessCode) ? { accessCode } : {}),
    ...(isWord(key) && !isAccessCodeShaped(key) ? { key } : {}),
    ...(/^https?:\/\/[^\s/?#@\\]+([/?#][^\s]*)?$/i.test(url) ? { url } : {}),
  }
  return Object.keys(taken).length === 0 ? undefined : taken
}

/** As much of a secret as tells it from another one. */
export function hintOf(secret: string): string {
  return secret.length < 16 ? `${secret.slice(0, 2)}…` : `${secret.slice(0, 8)}…${secret.slice(-4)}`
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function word(value: unknown): string {
  return typeof value === "string" && value.length <= longest ? value.trim() : ""
}

/** Without spaces, quotes and signs that cannot be seen. */
function isWord(text: string): boolean {
  return /^[\x21\x23-\x26\x28-\x7e]+$/.test(text)
}
