import { fieldsOf, parseJson } from "../lib/fields.ts"
import { bareAccessCode, isAccessCodeShaped } from "./access-code.ts"

/**
 * The settings that a link asks for (`?code=…`, `?settings={"key":…,"url":…}`, as in NextChat). The page shows them and
 * applies none before the user has confirmed.
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
 * Reads the usable settings of a link; undefined when there are none. An address with a user part
 * (`https://bank@elsewhere`) is dropped, and so is an access code of ours in the place of a provider's key.
 */
export function readAccessLink(link: {
  readonly code: string | null
  readonly settings: string | null
}): AccessLink | undefined {
  const accessCode = bareAccessCode((link.code ?? "").slice(0, longest))
  const settings = fieldsOf(parseJson(link.settings ?? ""))
  const key = word(settings["key"])
  const url = word(settings["url"])
  const taken: AccessLink = {
    ...(isWord(accessCode) ? { accessCode } : {}),
    ...(isWord(key) && !isAccessCodeShaped(key) ? { key } : {}),
    ...(/^https?:\/\/[^\s/?#@\\]+([/?#][^\s]*)?$/i.test(url) ? { url } : {}),
  }
  return Object.keys(taken).length === 0 ? undefined : taken
}

/** The ends of a secret: enough to tell it from another one. */
export function hintOf(secret: string): string {
  return secret.length < 16 ? `${secret.slice(0, 2)}…` : `${secret.slice(0, 8)}…${secret.slice(-4)}`
}

function word(value: unknown): string {
  return typeof value === "string" && value.length <= longest ? value.trim() : ""
}

/** Whether a text has only visible ASCII characters and neither quotes nor backslashes. */
function isWord(text: string): boolean {
  return /^[\x21\x23-\x26\x28-\x7e]+$/.test(text)
}
