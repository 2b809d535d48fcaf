import type { Texts } from "../../texts.ts"

export const it: Texts["logs"] = {
  intro:
    "Le richieste che questo browser ha fatto ai modelli, dalla più recente alla più vecchia. Restano solo su questo dispositivo e non contengono il testo delle conversazioni.",
  openStatement: "Vedi estratto conto",
  clear: "Svuota il registro",
  confirmClear: "Cancellare il registro di questo browser? Le conversazioni e l’estratto conto non cambiano.",
  empty: "Ancora nessuna richiesta. Fai una domanda e comparirà qui.",
  title: "titolo",
  summary: "riassunto",
  tokens: (input: string, output: string) => `${input} token inviati, ${output} ricevuti`,
  seconds: (seconds: string) => `${seconds} s`,
  failed: "Senza risposta",
}
