import type { Texts } from "../../texts.ts"

export const de: Texts["share-page"] = {
  shared: (product: string) => `${product} · geteiltes Gespräch`,
  untitled: "Gespräch",
  until: (day: string) => `verfügbar bis ${day}`,
  question: "Frage",
  answer: "Antwort",
  written: "Von künstlicher Intelligenz geschrieben. Prüfe, was wichtig ist.",
  continueIn: (product: string) => `In ${product} weitermachen`,
  report: "Melden",
  reportWhy: "Was stimmt damit nicht? Wenn du magst, schreib es hier.",
  reportSend: "Meldung senden",
  reported: "Danke für den Hinweis. Wir sehen uns die Seite an.",
  page: (number: number, of: number) => `Seite ${number} von ${of}`,
  next: "Weiterlesen",
  previous: "Vorige Seite",
  missing: "Diesen Link gibt es nicht, oder er wurde gelöscht.",
  unreadable: "Dieser Chat kann gerade nicht gelesen werden. Versuche es gleich noch einmal.",
  expired: "Dieser Link ist abgelaufen.",
  removed: "Dieser Link wurde entfernt.",
  hidden: "Diese Seite wurde gemeldet und wartet auf eine Prüfung.",
}
