import type { Texts } from "../../texts.ts"

export const cs: Texts["model-list"] = {
  reasoningColumn: "Uvažování",
  speed: "Rychlost",
  perMessage: "za zprávu",
  reasoningRating: (rating: number) => `Uvažování: ${rating} z 5`,
  speedRating: (rating: number) => `Rychlost: ${rating} z 5`,
  onlyPremium: "Jen s přístupovým kódem",
  ownKey: "váš klíč",
  goodAt: {
    flagship: "Nejschopnější, pro těžké otázky",
    everyday: "Pro každý den, dobrý skoro ve všem",
    quick: "Rychlý a levný, pro jednoduché úkoly",
    reasoning: "Dlouhé kroky logiky a matematiky",
    long: "Velmi dlouhé texty a přesné pokyny",
    legacy: "Předchozí generace",
    oldLogic: "Předchozí generace, na logiku a kód",
    cheapLogic: "Logika a kód, levněji",
    pictures: "Tvoří obrázky",
    voice: "Mluví a poslouchá",
  },
  priceLevel: (level: number) => `Cena: ${level} ze 4`,
  abilities: {
    sees: "Vidí obrázky",
    thinks: "Před odpovědí přemýšlí",
    tools: "Používá nástroje",
    long: "Čte velmi dlouhé texty",
    searches: "Hledá na webu",
  },
  leaves: (day: string) => `končí ${day}`,
  followedBy: (model: string) => `pokračuje ${model}`,
  noneFound: "Takový model tu není. Zkuste jiné slovo, třeba rychlý nebo obrázky.",
}
