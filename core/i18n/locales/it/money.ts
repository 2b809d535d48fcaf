import type { Texts } from "../../texts.ts"

export const it: Texts["money"] = {
  short: (needed: string) => `Credito insufficiente: questo messaggio deve riservare ${needed}.`,
  fits: (model: string) => `Con ${model} basta.`,
  cheaper: "Accorcia la conversazione o scegli un modello più economico.",
  inUse: (held: string, available: string, needed: string) =>
    `Del tuo credito, ${held} sono riservati a risposte ancora in corso. Restano ${available} e questo messaggio deve riservare ${needed}. Aspetta che una finisca e riprova.`,
  searchesInUse: (searches: string) =>
    `Le ricerche sul web che ti restano (${searches}) sono riservate a risposte in corso. Aspetta che una finisca, oppure disattiva la ricerca.`,
  frozen: "Credito insufficiente: questo codice è bloccato. Contatta l’assistenza.",
  overdrawn: (missing: string) =>
    `Credito insufficiente: un pagamento è stato stornato e mancano ${missing} per coprirlo. Aggiungi credito o contatta l’assistenza.`,
  frozenMeanwhile:
    "Questo codice è stato bloccato a metà risposta. Quello che è arrivato è salvato qui, e paghi solo il messaggio e questa parte. Contatta l’assistenza.",
}
