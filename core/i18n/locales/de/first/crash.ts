import type { Texts } from "../../../texts.ts"

export const de: Texts["crash"] = {
  title: "Oops, something went wrong!",
  text: "Auf dieser Seite ist ein Fehler aufgetreten, und sie wurde angehalten. Deine Chats sind weiterhin auf diesem Gerät gespeichert: Lade die Seite neu, um zu ihnen zurückzukehren.",
  details: "Einzelheiten zum Fehler",
  reload: "Seite neu laden",
  report: "Report This Error",
  clear: "Clear All Data",
  checkCode:
    "Wenn der Fehler wieder auftritt, prüfe den Zugangscode in den Einstellungen (Schaltfläche unten links) oder gib dem Support Bescheid.",
  saveFailed: "Die Kopie konnte nicht gespeichert werden, deshalb wurde nichts gelöscht.",
  screen: (error: string) =>
    `In dieser Ansicht ist ein Fehler aufgetreten (${error}). Der Rest der Seite funktioniert weiter.`,
  retry: "Erneut versuchen",
}
