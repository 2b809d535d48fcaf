import type { Texts } from "../../texts.ts"

export const en: Texts["update"] = {
  error504: "Server overloaded (504). Try again in a few seconds.",
  error502: "Gateway error (502). Try again in a few seconds.",
  error503: "Service temporarily unavailable (503). Try again in a few seconds.",
  notJson: (contentType: string) => `Update Error: the reply is not valid JSON (${contentType})`,
  failed: (status: string) => `Update Error: could not fetch commit/tag ${status}`,
}
