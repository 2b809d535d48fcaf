import type { Texts } from "../../texts.ts"

export const es: Texts["queue"] = {
  queued: "Se enviará cuando haya señal",
  cancel: "Cancelar el envío",
  old: "Este mensaje lleva más de 23 horas esperando. ¿Enviarlo ahora?",
  dearer: (now: string, then: string) => `Enviarlo ahora cuesta ≈ ${now}; cuando lo escribiste costaba ≈ ${then}.`,
  sendNow: "Enviar ahora",
}
