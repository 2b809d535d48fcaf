import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"

export const fr: Texts["prompts"] = {
  title: "Prompts",
  search: "Rechercher des prompts",
  count: (own: number, builtin: number) =>
    `${own} à vous, ${plural("fr", builtin, { one: "# intégré", other: "# intégrés" })}`,
  found: (count: number) =>
    count === 0 ? "Aucun prompt trouvé" : plural("fr", count, { one: "# prompt trouvé", other: "# prompts trouvés" }),
  add: "Nouveau prompt",
  edit: "Modifier le prompt",
  read: "Prompt intégré",
  editOne: (title: string) => `Modifier ${title}`,
  readOne: (title: string) => `Voir ${title}`,
  deleteOne: (title: string) => `Supprimer ${title}`,
  deleted: "Prompt supprimé",
  name: "Titre",
  content: "Texte",
  otherEdition: "Autre version, écrite ailleurs en même temps",
  useEdition: "Utiliser celle-ci",
  placesHint:
    "Mettez entre [crochets] ce qui change à chaque fois : le curseur s’y place quand vous choisissez le prompt.",
  readOnly: "Les prompts intégrés ne changent pas. Faites une copie pour avoir votre propre version.",
  copy: "Faire une copie",
  save: "Enregistrer",
  saveFailed: "L’enregistrement a échoué. Vérifiez que l’appareil a de la place.",
}
