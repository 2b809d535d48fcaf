import type { Texts } from "../../texts.ts"

export const sk: Texts["logs"] = {
  intro:
    "Požiadavky, ktoré tento prehliadač poslal modelom, od najnovších. Zostávajú len v tomto zariadení a neobsahujú text konverzácií.",
  openStatement: "Otvoriť výpis",
  clear: "Vymazať záznamy",
  confirmClear: "Vymazať záznamy tohto prehliadača? Konverzácie ani výpis sa nezmenia.",
  empty: "Zatiaľ žiadne požiadavky. Na niečo sa opýtajte a objaví sa to tu.",
  title: "názov",
  summary: "zhrnutie",
  tokens: (input: string, output: string) => `Tokeny: odoslané ${input}, prijaté ${output}`,
  seconds: (seconds: string) => `${seconds} s`,
  failed: "Bez odpovede",
}
