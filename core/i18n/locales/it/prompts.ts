import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"

export const it: Texts["prompts"] = {
  title: "Prompt",
  search: "Cerca nei prompt",
  count: (own: number, builtin: number) =>
    `${plural("it", own, { one: "# tuo", other: "# tuoi" })}, ${plural("it", builtin, { one: "# incluso", other: "# inclusi" })}`,
  found: (count: number) =>
    count === 0 ? "Nessun prompt trovato" : plural("it", count, { one: "# prompt trovato", other: "# prompt trovati" }),
  add: "Nuovo prompt",
  edit: "Modifica prompt",
  read: "Prompt incluso",
  editOne: (title: string) => `Modifica ${title}`,
  readOne: (title: string) => `Vedi ${title}`,
  deleteOne: (title: string) => `Elimina ${title}`,
  deleted: "Prompt eliminato",
  name: "Titolo",
  content: "Testo",
  otherEdition: "Altra versione, scritta altrove nello stesso momento",
  useEdition: "Usa questa",
  placesHint: "Metti tra [parentesi quadre] ciò che cambia ogni volta: scegliendo il prompt, il cursore va lì.",
  readOnly: "I prompt inclusi non cambiano. Fanne una copia per avere la tua versione.",
  copy: "Fai una copia",
  save: "Salva",
  saveFailed: "Non è stato possibile salvare. Controlla che ci sia spazio sul dispositivo.",
}
