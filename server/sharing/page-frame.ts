import { languageTag, textDirection } from "#core/i18n/locale.ts"
import type { Config } from "../config.ts"
import type { HttpContext } from "../http/routes.ts"
import { localeFor, textsFor } from "../http/texts.ts"
import type { PageFrame } from "./share-page.ts"

/** What stands around a shared page, in its reader's language. */
export function pageFrameOf(
  { incoming }: { readonly incoming: Pick<HttpContext["incoming"], "headers"> },
  { productName, publicUrl }: Pick<Config, "productName" | "publicUrl">,
): PageFrame {
  const asked = incoming.headers["accept-language"]
  const locale = localeFor(asked)
  const isRightToLeft = textDirection(locale) === "rtl"
  return { texts: textsFor(asked)["share-page"], lang: languageTag(locale), isRightToLeft, productName, publicUrl }
}
