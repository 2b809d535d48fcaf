import type { Texts } from "../../texts.ts"

export const es: Texts["queue"] = {
  queued: "Se enviará cuando haya señal",
  cancel: "Cancelar el envío",
  old: "Este mensaje lleva más de 23 horas esperando. ¿Enviarlo ahora?",
  dearer: (now: string, then: string) =>
    `Enviarlo ahora cuesta ≈\u00a0${now}; cuando lo escribiste costaba ≈\u00a0${then}.`,
  sendNow: "Enviar ahora",
}
