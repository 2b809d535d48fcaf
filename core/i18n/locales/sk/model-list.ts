import type { Texts } from "../../texts.ts"

export const sk: Texts["model-list"] = {
  reasoningColumn: "Uvažovanie",
  speed: "Rýchlosť",
  perMessage: "za správu",
  reasoningRating: (rating: number) => `Uvažovanie: ${rating} z 5`,
  speedRating: (rating: number) => `Rýchlosť: ${rating} z 5`,
  onlyPremium: "Len s prístupovým kódom",
  ownKey: "váš kľúč",
  goodAt: {
    flagship: "Najschopnejší, na ťažké otázky",
    everyday: "Na každý deň, dobrý takmer vo všetkom",
    quick: "Rýchly a lacný, na jednoduché úlohy",
    reasoning: "Dlhé kroky logiky a matematiky",
    long: "Veľmi dlhé texty a presné pokyny",
    legacy: "Predchádzajúca generácia",
    oldLogic: "Predchádzajúca generácia, na logiku a kód",
    cheapLogic: "Logika a kód, lacnejšie",
    pictures: "Vytvára obrázky",
    voice: "Hovorí a počúva",
  },
  priceLevel: (level: number) => `Cena: ${level} zo 4`,
  abilities: {
    sees: "Vidí obrázky",
    thinks: "Pred odpoveďou premýšľa",
    tools: "Používa nástroje",
    long: "Číta veľmi dlhé texty",
    searches: "Hľadá na webe",
  },
  leaves: (day: string) => `končí ${day}`,
  followedBy: (model: string) => `pokračuje ${model}`,
  noneFound: "Taký model tu nie je. Skúste iné slovo, napríklad rýchly alebo obrázky.",
}
