import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"

export const de: Texts["prompts"] = {
  title: "Prompts",
  search: "Prompts suchen",
  count: (own: number, builtin: number) =>
    `${plural("de", own, { one: "# eigener", other: "# eigene" })}, ${plural("de", builtin, { one: "# mitgelieferter", other: "# mitgelieferte" })}`,
  found: (count: number) =>
    count === 0
      ? "Kein Prompt gefunden"
      : plural("de", count, { one: "# Prompt gefunden", other: "# Prompts gefunden" }),
  add: "Neuer Prompt",
  edit: "Prompt bearbeiten",
  read: "Mitgelieferter Prompt",
  editOne: (title: string) => `${title} bearbeiten`,
  readOne: (title: string) => `${title} ansehen`,
  deleteOne: (title: string) => `${title} löschen`,
  deleted: "Prompt gelöscht",
  name: "Titel",
  content: "Text",
  otherEdition: "Andere Fassung, gleichzeitig woanders geschrieben",
  useEdition: "Diese nehmen",
  placesHint:
    "Setze in [eckige Klammern], was sich jedes Mal ändert: Dort landet der Cursor, wenn du den Prompt wählst.",
  readOnly: "Mitgelieferte Prompts lassen sich nicht ändern. Mach eine Kopie für deine eigene Version.",
  copy: "Kopie erstellen",
  save: "Speichern",
  saveFailed: "Speichern nicht möglich. Prüfe, ob auf dem Gerät Platz ist.",
}
