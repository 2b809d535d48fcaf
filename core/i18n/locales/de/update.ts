import type { Texts } from "../../texts.ts"

export const de: Texts["update"] = {
  error504: "Server überlastet (504). Versuche es in ein paar Sekunden noch einmal.",
  error502: "Gateway-Fehler (502). Versuche es in ein paar Sekunden noch einmal.",
  error503: "Dienst vorübergehend nicht verfügbar (503). Versuche es in ein paar Sekunden noch einmal.",
  notJson: (contentType: string) =>
    `Fehler bei der Aktualisierung: Die Antwort ist kein gültiges JSON (${contentType})`,
  failed: (status: string) => `Fehler bei der Aktualisierung: Commit oder Tag konnte nicht abgerufen werden: ${status}`,
}
