import type { Texts } from "../../texts.ts"

export const es: Texts["logs"] = {
  intro:
    "Las solicitudes que este navegador hizo a los modelos, de la más nueva a la más antigua. Quedan solo en este dispositivo y no guardan el texto de las conversaciones.",
  openStatement: "Ver estado de cuenta",
  clear: "Borrar registros",
  confirmClear: "¿Borrar los registros de este navegador? Las conversaciones y el estado de cuenta no cambian.",
  empty: "Todavía no hay solicitudes. Haz una pregunta y aparecerá aquí.",
  title: "título",
  summary: "resumen",
  tokens: (input: string, output: string) => `${input} tokens enviados, ${output} recibidos`,
  seconds: (seconds: string) => `${seconds} s`,
  failed: "Sin respuesta",
}
