import type { Texts } from "../../texts.ts"

export const de: Texts["money"] = {
  short: (needed: string) => `Guthaben reicht nicht aus: Diese Nachricht muss ${needed} reservieren.`,
  fits: (model: string) => `Mit ${model} reicht es.`,
  cheaper: "Kürze die Unterhaltung oder wähle ein günstigeres Modell.",
  inUse: (held: string, available: string, needed: string) =>
    `Von deinem Guthaben sind ${held} für Antworten reserviert, die noch laufen. Es bleiben ${available}, und diese Nachricht muss ${needed} reservieren. Warte, bis eine davon fertig ist, und versuche es noch einmal.`,
  searchesInUse: (searches: string) =>
    `Deine restlichen Websuchen (${searches}) sind für laufende Antworten reserviert. Warte, bis eine davon fertig ist, oder schalte die Suche aus.`,
  frozen: "Guthaben reicht nicht aus: Dieser Code ist gesperrt. Wende dich an den Support.",
  overdrawn: (missing: string) =>
    `Guthaben reicht nicht aus: Eine Zahlung wurde zurückgeholt, und ${missing} fehlen, um sie zu decken. Lade Guthaben auf oder wende dich an den Support.`,
  frozenMeanwhile:
    "Dieser Code wurde mitten in der Antwort gesperrt. Was angekommen ist, ist hier gespeichert, und du zahlst nur die Nachricht und diesen Teil. Wende dich an den Support.",
}
