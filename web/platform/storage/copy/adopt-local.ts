import { fieldsOf, parseJson, type JsonObject } from "#core/lib/fields.ts"
import { isOpenKey, isSecretKey } from "./local-entries.ts"
import { unseal } from "./seal.ts"

/** Entries of `localStorage`, by key. */
export type LocalTexts = Readonly<Record<string, string>>

/** The secrets of a copy; undefined where the passphrase is another one, or the part is damaged. */
export async function openSecrets(sealed: JsonObject, passphrase: string): Promise<LocalTexts | undefined> {
  const plain = await unseal(sealed, passphrase).catch(() => undefined)
  return plain === undefined ? undefined : textsIn(fieldsOf(parseJson(plain))["local"])
}

/** Takes over preferences, and secrets, of a copy. Only keys of ours: a file can write nothing else. */
export function adoptLocal(open: unknown, secrets: LocalTexts): void {
  for (const [key, value] of Object.entries(textsIn(open))) if (isOpenKey(key)) localStorage.setItem(key, value)
  for (const [key, value] of Object.entries(secrets)) if (isSecretKey(key)) localStorage.setItem(key, value)
}

function textsIn(stored: unknown): LocalTexts {
  return Object.fromEntries(
    Object.entries(fieldsOf(stored)).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  )
}
