import type { Texts } from "../../texts.ts"

export const en: Texts["model-list"] = {
  reasoningColumn: "Reasoning",
  speed: "Speed",
  perMessage: "per message",
  reasoningRating: (rating: number) => `Reasoning: ${rating} of 5`,
  speedRating: (rating: number) => `Speed: ${rating} of 5`,
  onlyPremium: "Only with an access code",
  ownKey: "your key",
  goodAt: {
    flagship: "The most capable, for hard questions",
    everyday: "For every day, good at nearly everything",
    quick: "Quick and cheap, for simple tasks",
    reasoning: "Long steps of logic and mathematics",
    long: "Very long texts and exact instructions",
    legacy: "Earlier generation",
    oldLogic: "Earlier generation, for logic and code",
    cheapLogic: "Logic and code, for less",
    pictures: "Makes pictures",
    voice: "Speaks and listens",
  },
  priceLevel: (level: number) => `Price: ${level} of 4`,
  abilities: {
    sees: "Sees images",
    thinks: "Thinks before it answers",
    tools: "Uses tools",
    long: "Reads very long texts",
    searches: "Searches the web",
  },
  leaves: (day: string) => `leaves on ${day}`,
  followedBy: (model: string) => `goes on with ${model}`,
  noneFound: "No such model. Try another word, such as quick or images.",
}
