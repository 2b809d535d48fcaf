import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"

export const es: Texts["search"] = {
  title: "Buscar en el historial",
  field: "Buscar en las conversaciones",
  placeholder: "Escribe palabras para buscar",
  clear: "Borrar la búsqueda",
  loading: "Cargando…",
  hint: "Busca en todos los mensajes de este dispositivo, con o sin acentos, incluso con errores de escritura.",
  count: (count: number) => plural("es", count, { one: "# resultado encontrado", other: "# resultados encontrados" }),
  countSoFar: (count: number) =>
    plural("es", count, { one: "# resultado hasta ahora…", other: "# resultados hasta ahora…" }),
  similar: "No hay nada con exactamente estas palabras; estas son parecidas.",
  noResult: "No se encontraron resultados",
  noResultHint: "Prueba con menos palabras, o con otras.",
  noData: "Sin datos: todavía no hay mensajes para buscar.",
  failed: "No se pudo buscar ahora. Se intenta de nuevo al seguir escribiendo.",
  results: "Resultados",
  inTitle: "Título de la conversación",
  untitled: "Nueva conversación",
  view: "Ver",
  page: (at: number, of: number) => `Página ${at} de ${of}`,
  previous: "Página anterior",
  next: "Página siguiente",
}
