import { cutWords, longestWords } from "#core/gateway/provider-words.ts"

/** The replacement for a key in outgoing texts. */
const mask = "***"

/** Not shorter than this is looked for word by word: a short one would be found in words that are no keys. */
const leastKnown = 4

/**
 * How keys look, whoever's they are: their prefixes, what headers and addresses carry them in, and a name with a value that
 * has a digit or a star in it (providers show a key with its middle starred out).
 */
const shapes: readonly RegExp[] = [
  /\b(?:sk|pk|rk|ak|nk|xai|gsk|hf|ghp|tvly|bsa|ark|pplx)[-_][\w*.-]{6,}/gi,
  /\bAIza[\w*-]{6,}/g,
  /\b(?:AKID|AKIA|LTAI|ALTAK)[-\w*]{6,}/g,
  /\bbce-v3\/[\w*/-]+/g,
  // Linear: on a provider's words, which are cut.
  /\beyJ[\w*-]{8,}(?:\.[\w*-]+)*/g,
  // Linear: on the same.
  /(?<=\b(?:Bearer|Basic)\s{1,3})[\w*.~+/:-]{6,}={0,2}/gi,
  /(?<=\b(?:Credential|Signature)=)[^\s,"']+/g,
  /(?<=\b(?:api[-_ ]?key|access[-_ ]?token|client[-_ ]?(?:id|secret)|secret(?:[-_ ]?(?:id|key))?|key|token|password)\b(?:\sprovided)?["']?\s{0,3}(?:[=:]|\bis\b)\s{0,3}["'`]?)(?=[^\s"'`,;&]{0,200}[\d*])[^\s"'`,;&]{6,}/gi,
]

/** A provider's words without keys: neither those that are known here, nor anything that looks like one. */
export function withoutKeys(text: string, known: readonly string[]): string {
  const keys = known.filter((key) => key.length >= leastKnown)
  const whole = keys.reduce((rest, key) => rest.replaceAll(key, mask), text)
  const named = text.length < longestWords ? whole : keys.reduce(withoutHead, cutWords(whole))
  return shapes.reduce((rest, shape) => rest.replace(shape, mask), named)
}

/** A text that was cut may end within a key. */
function withoutHead(text: string, key: string): string {
  for (let length = Math.min(key.length - 1, text.length); length >= leastKnown; length -= 1) {
    if (text.endsWith(key.slice(0, length))) return text.slice(0, -length) + mask
  }
  return text
}
