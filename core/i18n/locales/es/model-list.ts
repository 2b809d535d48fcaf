import type { Texts } from "../../texts.ts"

export const es: Texts["model-list"] = {
  reasoningColumn: "Razonamiento",
  speed: "Velocidad",
  perMessage: "por mensaje",
  reasoningRating: (rating: number) => `Razonamiento: ${rating} de 5`,
  speedRating: (rating: number) => `Velocidad: ${rating} de 5`,
  onlyPremium: "Solo con código de acceso",
  ownKey: "tu clave",
  goodAt: {
    flagship: "El más capaz, para preguntas difíciles",
    everyday: "Para el día a día, bueno en casi todo",
    quick: "Rápido y barato, para tareas sencillas",
    reasoning: "Pasos largos de lógica y matemáticas",
    long: "Textos muy largos e instrucciones exactas",
    legacy: "Generación anterior",
    oldLogic: "Generación anterior, para lógica y código",
    cheapLogic: "Lógica y código, más barato",
    pictures: "Crea imágenes",
    voice: "Habla y escucha",
  },
  priceLevel: (level: number) => `Precio: ${level} de 4`,
  abilities: {
    sees: "Ve imágenes",
    thinks: "Piensa antes de responder",
    tools: "Usa herramientas",
    long: "Lee textos muy largos",
    searches: "Busca en la web",
  },
  leaves: (day: string) => `se retira el ${day}`,
  followedBy: (model: string) => `continúa con ${model}`,
  noneFound: "Ningún modelo así. Prueba otra palabra, como rápido o imágenes.",
}
