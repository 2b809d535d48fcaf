import type { Texts } from "../../texts.ts"

export const fr: Texts["links"] = {
  question: "Le lien que vous avez ouvert veut changer ceci sur cet appareil :",
  questionWithAddress:
    "Le lien que vous avez ouvert veut changer ceci sur cet appareil. Vos conversations passeraient par cette adresse : n’acceptez que si vous faites confiance à la personne qui vous a envoyé le lien.",
  apply: "Appliquer",
  key: "Votre clé OpenAI",
  keyThere: "La clé déjà présente ici, envoyée à cette adresse",
  address: "Adresse d’OpenAI",
  applied: "Paramètres appliqués",
  off: "Ce site n’accepte pas de paramètres par lien. Vous pouvez les saisir dans les Paramètres.",
}
