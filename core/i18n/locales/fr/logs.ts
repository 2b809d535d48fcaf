import type { Texts } from "../../texts.ts"

export const fr: Texts["logs"] = {
  intro:
    "Les requêtes que ce navigateur a envoyées aux modèles, de la plus récente à la plus ancienne. Elles restent sur cet appareil et ne contiennent pas le texte des conversations.",
  openStatement: "Voir le relevé",
  clear: "Vider le journal",
  confirmClear: "Effacer le journal de ce navigateur ? Les conversations et le relevé ne changent pas.",
  empty: "Aucune requête pour l’instant. Posez une question et elle apparaîtra ici.",
  title: "titre",
  summary: "résumé",
  tokens: (input: string, output: string) => `Tokens : ${input} envoyés, ${output} reçus`,
  seconds: (seconds: string) => `${seconds} s`,
  failed: "Sans réponse",
}
