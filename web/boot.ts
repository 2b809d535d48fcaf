/**
 * Runs before the first paint, as a classic script in the head: it redirects old addresses, sets theme and language,
 * begins to load that language's texts, asks for the stored conversations, shows an early text field, and says so where the
 * application does not come.
 */
import { defineEarlyField, type EarlyTexts } from "./platform/browser/early-field.ts"
import { followHashLink } from "./platform/browser/hash-links.ts"
import { applyLocale, currentLocale } from "./platform/language/language.ts"
import { markMissingStyles } from "./platform/browser/missing-styles.ts"
import { offerReload } from "./platform/browser/offer-reload.ts"
import { applyTheme, savedTheme } from "./platform/browser/theme.ts"
import { serverOrigin } from "./platform/gateway/server-address.ts"
import { readListEarly } from "./platform/storage/early-list.ts"

if (import.meta.env.PROSA_APP) allowFrames()
readListEarly()
markMissingStyles()
followHashLink()
const locale = currentLocale()
applyTheme(savedTheme())
applyLocale(locale)

/** The build's facts about each language: the address of its texts, and the few texts that are needed before them. */
interface EarlyLocale extends EarlyTexts {
  readonly chunk: string
  readonly reload: string
}

const locales = JSON.parse(document.currentScript?.dataset["locales"] ?? "{}") as Readonly<Record<string, EarlyLocale>>
const early = locales[locale]
if (early !== undefined) {
  const link = document.createElement("link")
  link.rel = "modulepreload"
  link.href = early.chunk
  document.head.append(link)
  offerReload(early.reload)
  if (!import.meta.env.PROSA_APP || serverOrigin() !== "") defineEarlyField(early)
}

/**
 * Frames come from the server, which gives them a policy of their own, and from nowhere else: whatever runs in them cannot lead
 * itself away. An application's server is not known before it runs.
 */
function allowFrames(): void {
  const meta = document.createElement("meta")
  meta.httpEquiv = "Content-Security-Policy"
  meta.content = `frame-src ${serverOrigin() || "'none'"}`
  document.head.append(meta)
}
