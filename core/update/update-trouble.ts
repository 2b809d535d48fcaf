import type { Texts } from "../i18n/locale.ts"

/** What came instead of an answer to the question for a newer version. */
export type UpdateTrouble =
  | { readonly kind: "status"; readonly status: number }
  | { readonly kind: "not-json"; readonly contentType: string }

/** The specification's words for it (secondary §8). */
export function sayUpdateTrouble(trouble: UpdateTrouble, { update }: Pick<Texts, "update">): string {
  if (trouble.kind === "not-json") return update.notJson(trouble.contentType.slice(0, 100))
  switch (trouble.status) {
    case 502:
      return update.error502
    case 503:
      return update.error503
    case 504:
      return update.error504
    default:
      return update.failed(String(trouble.status))
  }
}
