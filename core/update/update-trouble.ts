import type { LaterTexts } from "../i18n/texts.ts"

/** The reason why the version check failed. */
export type UpdateTrouble =
  | { readonly kind: "status"; readonly status: number }
  | { readonly kind: "not-json"; readonly contentType: string }

/** The text for such a failure. */
export function sayUpdateTrouble(trouble: UpdateTrouble, { update }: Pick<LaterTexts, "update">): string {
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
