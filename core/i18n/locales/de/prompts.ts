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
    "Nimm [Klammern] oder {{geschweifte}} für das, was jedes Mal anders ist; {{Ton:förmlich|locker}} bietet Auswahl, {{data}} und {{hora}} setzen Datum und Uhrzeit ein.",
  readOnly: "Mitgelieferte Prompts lassen sich nicht ändern. Mach eine Kopie für deine eigene Version.",
  copy: "Kopie erstellen",
  save: "Speichern",
  saveFailed: "Speichern nicht möglich. Prüfe, ob auf dem Gerät Platz ist.",
  import: "Importieren",
  export: "Exportieren",
  share: "Teilen",
  importTitle: "Prompts importieren",
  importFresh: (count: number) => `${count} neu`,
  importKnown: (count: number) => `${count} schon vorhanden`,
  importIgnored: (count: number, reason: string) => `${count} übersprungen (${reason})`,
  reasons: { incomplete: "ohne Titel oder Text", "too-many": "über 5.000" },
  importHint: "Noch ist nichts gespeichert.",
  imported: (count: number) => plural("de", count, { one: "# Prompt importiert", other: "# Prompts importiert" }),
  importBad: "In dieser Datei sind keine Prompts.",
  importLarge: "Die Datei ist größer als 2 MB.",
  linkCopied: "Link kopiert. Er öffnet einen neuen Chat mit diesem Text und sendet nichts von selbst.",
  linkTooLong: "Dieser Prompt ist zu lang für einen Link.",
  placeAt: (at: number, total: number, name: string) => `${at} von ${total}: ${name}`,
  nextPlace: "Weiter",
  placesLeft: (names: string) => `Noch auszufüllen: ${names}`,
  endPlaces: "Ausfüllen beenden",
}
