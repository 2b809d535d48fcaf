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
  placesHint: "Usa [corchetes] para lo que cambia cada vez: el cursor se detiene ahí cuando eliges el prompt.",
  readOnly: "Los prompts incluidos no cambian. Haz una copia para tener tu propia versión.",
  copy: "Hacer una copia",
  save: "Guardar",
  saveFailed: "No se pudo guardar. Revisa que haya espacio en el dispositivo.",
}
