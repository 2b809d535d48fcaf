import type { Texts } from "../../texts.ts"

export const cs: Texts["update"] = {
  error504: "Server je přetížený (504). Zkuste to znovu za několik sekund.",
  error502: "Chyba brány (502). Zkuste to znovu za několik sekund.",
  error503: "Služba je dočasně nedostupná (503). Zkuste to znovu za několik sekund.",
  notJson: (contentType: string) => `Chyba aktualizace: odpověď není platný JSON (${contentType})`,
  failed: (status: string) => `Chyba aktualizace: nepodařilo se získat commit nebo tag (${status})`,
}
