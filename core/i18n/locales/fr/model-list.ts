import type { Texts } from "../../texts.ts"

export const fr: Texts["model-list"] = {
  reasoningColumn: "Raisonnement",
  speed: "Vitesse",
  perMessage: "par message",
  reasoningRating: (rating: number) => `Raisonnement : ${rating} sur 5`,
  speedRating: (rating: number) => `Vitesse : ${rating} sur 5`,
  onlyPremium: "Seulement avec un code d’accès",
  ownKey: "votre clé",
  goodAt: {
    flagship: "Le plus capable, pour les questions difficiles",
    everyday: "Pour tous les jours, bon en presque tout",
    quick: "Rapide et peu cher, pour les tâches simples",
    reasoning: "Longs raisonnements de logique et de maths",
    long: "Textes très longs et consignes précises",
    legacy: "Génération précédente",
    oldLogic: "Génération précédente, pour la logique et le code",
    cheapLogic: "Logique et code, moins cher",
    pictures: "Crée des images",
    voice: "Parle et écoute",
  },
  priceLevel: (level: number) => `Prix : ${level} sur 4`,
  abilities: {
    sees: "Voit les images",
    thinks: "Réfléchit avant de répondre",
    tools: "Utilise des outils",
    long: "Lit des textes très longs",
    searches: "Cherche sur le Web",
  },
  leaves: (day: string) => `retiré le ${day}`,
  followedBy: (model: string) => `continue avec ${model}`,
  noneFound: "Aucun modèle de ce genre. Essayez un autre mot, comme rapide ou images.",
}
