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
 * here, the plugins that are here keep their tokens. Ceilings that are set here are never raised.
 */
export function adoptLocal(open: unknown, secrets: LocalTexts, isReplacing: boolean): void {
  for (const [key, value] of Object.entries(textsIn(open)))
    if (isOpenKey(key)) localStorage.setItem(key, key === settings ? withCeilingsHere(value) : value)
  for (const [key, value] of Object.entries(secrets))
    if (isSecretKey(key))
      localStorage.setItem(key, key === pluginTokens && !isReplacing ? withTokensHere(value) : value)
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
