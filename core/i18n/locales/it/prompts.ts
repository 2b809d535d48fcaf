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
  placesHint:
    "Usa [parentesi quadre] o {{graffe}} per ciò che cambia ogni volta; {{tono:formale|leggero}} offre scelte, {{data}} e {{hora}} mettono data e ora.",
  readOnly: "I prompt inclusi non cambiano. Fanne una copia per avere la tua versione.",
  copy: "Fai una copia",
  save: "Salva",
  saveFailed: "Non è stato possibile salvare. Controlla che ci sia spazio sul dispositivo.",
  import: "Importa",
  export: "Esporta",
  share: "Condividi",
  importTitle: "Importa prompt",
  importFresh: (count: number) => plural("it", count, { one: "# nuovo", other: "# nuovi" }),
  importKnown: (count: number) => plural("it", count, { one: "# già presente", other: "# già presenti" }),
  importIgnored: (count: number, reason: string) =>
    plural("it", count, { one: `# ignorato (${reason})`, other: `# ignorati (${reason})` }),
  reasons: { incomplete: "senza titolo o testo", "too-many": "oltre 5000" },
  importHint: "Non è ancora stato salvato nulla.",
  imported: (count: number) => plural("it", count, { one: "# prompt importato", other: "# prompt importati" }),
  importBad: "In questo file non ci sono prompt.",
  importLarge: "Il file supera 2 MB.",
  linkCopied: "Link copiato. Apre una nuova conversazione con questo testo e non invia nulla da solo.",
  linkTooLong: "Questo prompt è troppo lungo per un link.",
  placeAt: (at: number, total: number, name: string) => `${at} di ${total}: ${name}`,
  nextPlace: "Avanti",
  placesLeft: (names: string) => `Ancora da completare: ${names}`,
  endPlaces: "Smetti di completare",
}
