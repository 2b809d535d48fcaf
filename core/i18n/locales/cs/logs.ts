import type { Texts } from "../../texts.ts"

export const cs: Texts["logs"] = {
  intro:
    "Požadavky, které tento prohlížeč poslal modelům, od nejnovějších. Zůstávají jen v tomto zařízení a neobsahují text konverzací.",
  openStatement: "Otevřít výpis",
  clear: "Vymazat záznamy",
  confirmClear: "Vymazat záznamy tohoto prohlížeče? Konverzace ani výpis se nezmění.",
  empty: "Zatím žádné požadavky. Na něco se zeptejte a objeví se tady.",
  title: "název",
  summary: "shrnutí",
  tokens: (input: string, output: string) => `Tokeny: odesláno ${input}, přijato ${output}`,
  seconds: (seconds: string) => `${seconds} s`,
  failed: "Bez odpovědi",
}
