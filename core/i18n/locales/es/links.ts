import type { Texts } from "../../texts.ts"

export const es: Texts["links"] = {
  question: "El enlace que abriste quiere cambiar esto en este dispositivo:",
  questionWithAddress:
    "El enlace que abriste quiere cambiar esto en este dispositivo. Tus conversaciones pasarían por esta dirección: acepta solo si confías en quien te mandó el enlace.",
  apply: "Aplicar",
  key: "Tu clave de OpenAI",
  keyThere: "La clave que ya está aquí, enviada a esta dirección",
  address: "Dirección de OpenAI",
  applied: "Configuración aplicada",
  off: "Este sitio no acepta configuraciones por enlace. Puedes escribirlas en Configuración.",
}
