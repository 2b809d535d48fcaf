import type { Texts } from "../../texts.ts"

export const es: Texts["money"] = {
  short: (needed: string) => `Saldo insuficiente: este mensaje necesita reservar ${needed}.`,
  fits: (model: string) => `Con ${model} sí alcanza.`,
  cheaper: "Acorta la conversación o elige un modelo más barato.",
  inUse: (held: string, available: string, needed: string) =>
    `De tu saldo, ${held} están reservados para respuestas que todavía están en curso. Quedan ${available}, y este mensaje necesita reservar ${needed}. Espera a que termine una de ellas y vuelve a intentarlo.`,
  searchesInUse: (searches: string) =>
    `Las búsquedas en la web que te quedan (${searches}) están reservadas para respuestas en curso. Espera a que termine una de ellas o desactiva la búsqueda.`,
  frozen: "Saldo insuficiente: este código está bloqueado. Habla con el soporte.",
  overdrawn: (missing: string) =>
    `Saldo insuficiente: se devolvió un pago y faltan ${missing} para cubrirlo. Agrega crédito o habla con el soporte.`,
  frozenMeanwhile:
    "Este código se bloqueó en medio de la respuesta. Lo que llegó está guardado aquí, y solo pagas el mensaje y esa parte. Habla con el soporte.",
}
