import type { Texts } from "../../texts.ts"

export const de: Texts["queue"] = {
  queued: "Wird gesendet, sobald du Empfang hast",
  cancel: "Nicht senden",
  old: "Diese Nachricht wartet seit mehr als 23 Stunden. Jetzt senden?",
  dearer: (now: string, then: string) =>
    `Jetzt kostet das Senden ≈ ${now}; als du sie geschrieben hast, waren es ≈ ${then}.`,
  sendNow: "Jetzt senden",
}
