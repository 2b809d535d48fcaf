import type { Texts } from "../../texts.ts"

export const no: Texts["model-list"] = {
  reasoningColumn: "Resonnering",
  speed: "Hastighet",
  perMessage: "per melding",
  reasoningRating: (rating: number) => `Resonnering: ${rating} av 5`,
  speedRating: (rating: number) => `Hastighet: ${rating} av 5`,
  onlyPremium: "Bare med tilgangskode",
  ownKey: "din nøkkel",
  goodAt: {
    flagship: "Den dyktigste, for vanskelige spørsmål",
    everyday: "Til hverdags, god i nesten alt",
    quick: "Rask og rimelig, for enkle oppgaver",
    reasoning: "Lange steg med logikk og matematikk",
    long: "Svært lange tekster og nøyaktige instrukser",
    legacy: "Tidligere generasjon",
    oldLogic: "Tidligere generasjon, for logikk og kode",
    cheapLogic: "Logikk og kode, rimeligere",
    pictures: "Lager bilder",
    voice: "Snakker og lytter",
  },
  priceLevel: (level: number) => `Pris: ${level} av 4`,
  abilities: {
    sees: "Ser bilder",
    thinks: "Tenker før den svarer",
    tools: "Bruker verktøy",
    long: "Leser svært lange tekster",
    searches: "Søker på nettet",
  },
  leaves: (day: string) => `slås av ${day}`,
  followedBy: (model: string) => `fortsetter med ${model}`,
  noneFound: "Ingen slik modell. Prøv et annet ord, som rask eller bilder.",
}
