import { fieldsOf, parseJson, type JsonObject } from "#core/lib/fields.ts"
import { settingsWithCeilings } from "#core/portable/under-way.ts"
import { isOpenKey, isSecretKey, pluginTokens } from "./local-entries.ts"
import { unseal } from "./seal.ts"

/** Entries of `localStorage`, by key. */
export type LocalTexts = Readonly<Record<string, string>>

/** The secrets of a copy; undefined where the passphrase is another one, or the part is damaged. */
export async function openSecrets(sealed: JsonObject, passphrase: string): Promise<LocalTexts | undefined> {
  const plain = await unseal(sealed, passphrase).catch(() => undefined)
  return plain === undefined ? undefined : textsIn(fieldsOf(parseJson(plain))["local"])
}

/**
 * Takes over preferences, and secrets, of a copy. Only keys of ours: a file can write nothing else. Unless it `isReplacing` what is
 * here, the plugins that are here keep their tokens. Ceilings that are set here are never raised. False: the browser did not take some
 * of it, and what is here under those keys stays.
 */
export function adoptLocal(open: unknown, secrets: LocalTexts, isReplacing: boolean): boolean {
  const taken = [
    ...Object.entries(textsIn(open))
      .filter(([key]) => isOpenKey(key))
      .map(([key, value]) => write(key, () => (key === settings ? withCeilingsHere(value) : value))),
    ...Object.entries(secrets)
      .filter(([key]) => isSecretKey(key))
      .map(([key, value]) => write(key, () => (key === pluginTokens && !isReplacing ? withTokensHere(value) : value))),
  ]
  return taken.every(Boolean)
}

function write(key: string, valueOf: () => string): boolean {
  try {
    localStorage.setItem(key, valueOf())
    return true
  } catch {
    return false
  }
}

const settings = "nk-app-config"

function withCeilingsHere(copied: string): string {
  return settingsWithCeilings(copied, localStorage.getItem(settings))
}

/** The tokens of a copy beside those of the plugins that are here: one that is here stays. */
function withTokensHere(copied: string): string {
  const here = fieldsOf(parseJson(localStorage.getItem(pluginTokens) ?? ""))
  return JSON.stringify({ ...fieldsOf(parseJson(copied)), ...here })
}

function textsIn(stored: unknown): LocalTexts {
  return Object.fromEntries(
    Object.entries(fieldsOf(stored)).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  )
}
