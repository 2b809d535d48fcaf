import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"

export const es: Texts["prompts"] = {
  title: "Prompts",
  search: "Buscar prompts",
  count: (own: number, builtin: number) =>
    `${plural("es", own, { one: "# tuyo", other: "# tuyos" })}, ${plural("es", builtin, { one: "# incluido", other: "# incluidos" })}`,
  found: (count: number) =>
    count === 0
      ? "No se encontró ningún prompt"
      : plural("es", count, { one: "# prompt encontrado", other: "# prompts encontrados" }),
  add: "Nuevo prompt",
  edit: "Editar prompt",
  read: "Prompt incluido",
  editOne: (title: string) => `Editar ${title}`,
  readOne: (title: string) => `Ver ${title}`,
  deleteOne: (title: string) => `Eliminar ${title}`,
  deleted: "Prompt eliminado",
  name: "Título",
  content: "Texto",
  otherEdition: "Otra edición, escrita a la vez en otro lugar",
  useEdition: "Usar esta",
  placesHint:
    "Usa [corchetes] o {{llaves}} para lo que cambia cada vez; {{tono:formal|ligero}} ofrece opciones, {{fecha}} y {{hora}} se completan con la fecha y la hora.",
  readOnly: "Los prompts incluidos no cambian. Haz una copia para tener tu propia versión.",
  copy: "Hacer una copia",
  save: "Guardar",
  saveFailed: "No se pudo guardar. Revisa que haya espacio en el dispositivo.",
  import: "Importar",
  export: "Exportar",
  share: "Compartir",
  importTitle: "Importar prompts",
  importFresh: (count: number) => plural("es", count, { one: "# nuevo", other: "# nuevos" }),
  importKnown: (count: number) => plural("es", count, { one: "# ya existe", other: "# ya existen" }),
  importIgnored: (count: number, reason: string) =>
    plural("es", count, { one: `# omitido (${reason})`, other: `# omitidos (${reason})` }),
  reasons: { incomplete: "sin título o texto", "too-many": "más de 5000" },
  importHint: "Todavía no se ha guardado nada.",
  imported: (count: number) => plural("es", count, { one: "# prompt importado", other: "# prompts importados" }),
  importBad: "Este archivo no tiene prompts.",
  importLarge: "El archivo pasa de 2 MB.",
  linkCopied: "Enlace copiado. Abre una conversación nueva con este texto y no envía nada por sí solo.",
  linkTooLong: "Este prompt es demasiado largo para un enlace.",
  placeAt: (at: number, total: number, name: string) => `${at} de ${total}: ${name}`,
  nextPlace: "Siguiente",
  placesLeft: (names: string) => `Falta completar: ${names}`,
  endPlaces: "Dejar de completar",
}
