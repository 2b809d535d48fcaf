import { entropyToMnemonic, mnemonicToEntropy } from "@scure/bip39"
import { wordlist } from "@scure/bip39/wordlists/portuguese.js"
import { readWords, type WordsTrouble } from "#core/vault/words.ts"
import type { Secret } from "./vault-keys.ts"

/** The twelve words of a secret: the Portuguese list of BIP-39, in every language of the page. */
export function wordsOf(secret: Secret): readonly string[] {
  return entropyToMnemonic(secret, wordlist).split(" ")
}

/** The secret of words as somebody typed them. `checksum`: all of them are on the list, and yet they are not what was shown. */
export function secretOf(text: string): { readonly secret: Secret } | { readonly trouble: WordsTrouble | "checksum" } {
  const read = readWords(text, wordlist)
  if ("trouble" in read) return read
  try {
    return { secret: new Uint8Array(mnemonicToEntropy(read.words.join(" "), wordlist)) }
  } catch {
    return { trouble: "checksum" }
  }
}
