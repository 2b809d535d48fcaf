import type { Texts } from "../../texts.ts"

export const it: Texts["queue"] = {
  queued: "Sarà inviato quando ci sarà segnale",
  cancel: "Annulla l’invio",
  old: "Questo messaggio aspetta da più di 23 ore. Inviarlo ora?",
  dearer: (now: string, then: string) => `Inviarlo ora costa ≈ ${now}; quando l’hai scritto costava ≈ ${then}.`,
  sendNow: "Invia ora",
}
