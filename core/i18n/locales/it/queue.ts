import type { Texts } from "../../texts.ts"

export const it: Texts["queue"] = {
  queued: "Sarà inviato quando ci sarà segnale",
  cancel: "Annulla l’invio",
  old: "Questo messaggio aspetta da più di 23 ore. Inviarlo ora?",
  dearer: (now: string, then: string) =>
    `Inviarlo ora costa ≈\u00a0${now}; quando l’hai scritto costava ≈\u00a0${then}.`,
  sendNow: "Invia ora",
}
