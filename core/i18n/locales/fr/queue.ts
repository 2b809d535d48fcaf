import type { Texts } from "../../texts.ts"

export const fr: Texts["queue"] = {
  queued: "Sera envoyé dès qu’il y aura du réseau",
  cancel: "Annuler l’envoi",
  old: "Ce message attend depuis plus de 23 heures. L’envoyer maintenant ?",
  dearer: (now: string, then: string) =>
    `L’envoyer maintenant coûte ≈\u00a0${now} ; quand vous l’avez écrit, c’était ≈\u00a0${then}.`,
  sendNow: "Envoyer maintenant",
}
