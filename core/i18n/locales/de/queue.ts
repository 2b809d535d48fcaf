import type { Texts } from "../../texts.ts"

export const de: Texts["queue"] = {
  queued: "Wird gesendet, sobald du Empfang hast",
  cancel: "Nicht senden",
  old: "Diese Nachricht wartet seit mehr als 23 Stunden. Jetzt senden?",
  dearer: (now: string, then: string) =>
    `Jetzt kostet das Senden ≈\u00a0${now}; als du sie geschrieben hast, waren es ≈\u00a0${then}.`,
  sendNow: "Jetzt senden",
}
