import type { Texts } from "../../texts.ts"

export const no: Texts["queue"] = {
  queued: "Sendes når det er dekning",
  cancel: "Avbryt sendingen",
  old: "Denne meldingen har ventet i over 23 timer. Sende den nå?",
  dearer: (now: string, then: string) => `Å sende nå koster ≈\u00a0${now}; da du skrev den, kostet det ≈\u00a0${then}.`,
  sendNow: "Send nå",
}
