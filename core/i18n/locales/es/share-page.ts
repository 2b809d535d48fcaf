import type { Texts } from "../../texts.ts"

export const es: Texts["share-page"] = {
  shared: (product: string) => `${product} · conversación compartida`,
  untitled: "Conversación",
  until: (day: string) => `disponible hasta el ${day}`,
  question: "Pregunta",
  answer: "Respuesta",
  written: "Escrito por inteligencia artificial. Comprueba lo importante.",
  continueIn: (product: string) => `Continuar en ${product}`,
  report: "Denunciar",
  reportWhy: "¿Qué tiene de malo? Si quieres, cuéntalo aquí.",
  reportSend: "Enviar denuncia",
  reported: "Gracias por avisar. Vamos a revisar esta página.",
  page: (number: number, of: number) => `Página ${number} de ${of}`,
  next: "Seguir leyendo",
  previous: "Página anterior",
  missing: "Este enlace no existe o ya se borró.",
  unreadable: "Esta conversación no se puede leer ahora. Inténtalo de nuevo en un momento.",
  expired: "El plazo de este enlace terminó.",
  removed: "Este enlace se retiró.",
  hidden: "Esta página fue denunciada y espera una revisión.",
}
