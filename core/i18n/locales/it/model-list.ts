import type { Texts } from "../../texts.ts"

export const it: Texts["model-list"] = {
  reasoningColumn: "Ragionamento",
  speed: "Velocità",
  perMessage: "per messaggio",
  reasoningRating: (rating: number) => `Ragionamento: ${rating} su 5`,
  speedRating: (rating: number) => `Velocità: ${rating} su 5`,
  onlyPremium: "Solo con codice di accesso",
  ownKey: "la tua chiave",
  goodAt: {
    flagship: "Il più capace, per le domande difficili",
    everyday: "Per tutti i giorni, bravo in quasi tutto",
    quick: "Veloce ed economico, per compiti semplici",
    reasoning: "Lunghi passaggi di logica e matematica",
    long: "Testi molto lunghi e istruzioni esatte",
    legacy: "Generazione precedente",
    oldLogic: "Generazione precedente, per logica e codice",
    cheapLogic: "Logica e codice, più economico",
    pictures: "Crea immagini",
    voice: "Parla e ascolta",
  },
  priceLevel: (level: number) => `Prezzo: ${level} su 4`,
  abilities: {
    sees: "Vede le immagini",
    thinks: "Pensa prima di rispondere",
    tools: "Usa strumenti",
    long: "Legge testi molto lunghi",
    searches: "Cerca sul web",
  },
  leaves: (day: string) => `ritirato il ${day}`,
  followedBy: (model: string) => `continua con ${model}`,
  noneFound: "Nessun modello così. Prova un’altra parola, come veloce o immagini.",
}
