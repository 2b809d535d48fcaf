import type { Texts } from "../../texts.ts"

export const de: Texts["model-list"] = {
  reasoningColumn: "Denkvermögen",
  speed: "Tempo",
  perMessage: "pro Nachricht",
  reasoningRating: (rating: number) => `Denkvermögen: ${rating} von 5`,
  speedRating: (rating: number) => `Tempo: ${rating} von 5`,
  onlyPremium: "Nur mit Zugangscode",
  ownKey: "dein Schlüssel",
  goodAt: {
    flagship: "Das stärkste, für schwierige Fragen",
    everyday: "Für den Alltag, gut in fast allem",
    quick: "Schnell und günstig, für einfache Aufgaben",
    reasoning: "Lange Denkwege in Logik und Mathematik",
    long: "Sehr lange Texte und genaue Vorgaben",
    legacy: "Frühere Generation",
    oldLogic: "Frühere Generation, für Logik und Code",
    cheapLogic: "Logik und Code, günstiger",
    pictures: "Erzeugt Bilder",
    voice: "Spricht und hört zu",
  },
  priceLevel: (level: number) => `Preis: ${level} von 4`,
  abilities: {
    sees: "Sieht Bilder",
    thinks: "Denkt nach, bevor es antwortet",
    tools: "Nutzt Werkzeuge",
    long: "Liest sehr lange Texte",
    searches: "Sucht im Web",
  },
  leaves: (day: string) => `geht am ${day}`,
  followedBy: (model: string) => `weiter mit ${model}`,
  noneFound: "Kein solches Modell. Versuche ein anderes Wort, etwa schnell oder Bilder.",
}
