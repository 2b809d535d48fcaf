import type { Texts } from "../../texts.ts"

export const sk: Texts["update"] = {
  error504: "Server je preťažený (504). Skúste to znova o niekoľko sekúnd.",
  error502: "Chyba brány (502). Skúste to znova o niekoľko sekúnd.",
  error503: "Služba je dočasne nedostupná (503). Skúste to znova o niekoľko sekúnd.",
  notJson: (contentType: string) => `Chyba aktualizácie: odpoveď nie je platný JSON (${contentType})`,
  failed: (status: string) => `Chyba aktualizácie: nepodarilo sa získať commit alebo tag (${status})`,
}
