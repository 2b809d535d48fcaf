import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"

export const de: Texts["search"] = {
  title: "Verlauf durchsuchen",
  field: "Chats durchsuchen",
  placeholder: "Suchwörter eingeben",
  clear: "Suche leeren",
  loading: "Wird geladen …",
  hint: "Durchsucht alle Nachrichten auf diesem Gerät, mit oder ohne Akzente und Umlaute, auch bei Tippfehlern.",
  count: (count: number) => plural("de", count, { one: "# Ergebnis gefunden", other: "# Ergebnisse gefunden" }),
  countSoFar: (count: number) => plural("de", count, { one: "Bisher # Ergebnis …", other: "Bisher # Ergebnisse …" }),
  similar: "Nichts mit genau diesen Wörtern; diese sind ähnlich.",
  noResult: "Keine Ergebnisse gefunden",
  noResultHint: "Versuche es mit weniger oder anderen Wörtern.",
  noData: "Keine Daten: Es gibt noch keine Nachrichten zum Durchsuchen.",
  failed: "Die Suche funktioniert gerade nicht. Beim nächsten Buchstaben wird es noch einmal versucht.",
  results: "Ergebnisse",
  inTitle: "Titel des Chats",
  untitled: "Neuer Chat",
  view: "Ansehen",
  page: (at: number, of: number) => `Seite ${at} von ${of}`,
  previous: "Vorherige Seite",
  next: "Nächste Seite",
}
