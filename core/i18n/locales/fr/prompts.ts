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
    "Utilisez des [crochets] ou des {{accolades}} pour ce qui change à chaque fois ; {{ton:formel|léger}} propose des choix, {{data}} et {{hora}} mettent la date et l’heure.",
  readOnly: "Les prompts intégrés ne changent pas. Faites une copie pour avoir votre propre version.",
  copy: "Faire une copie",
  save: "Enregistrer",
  saveFailed: "L’enregistrement a échoué. Vérifiez que l’appareil a de la place.",
  import: "Importer",
  export: "Exporter",
  share: "Partager",
  importTitle: "Importer des prompts",
  importFresh: (count: number) => plural("fr", count, { one: "# nouveau", other: "# nouveaux" }),
  importKnown: (count: number) => plural("fr", count, { one: "# déjà présent", other: "# déjà présents" }),
  importIgnored: (count: number, reason: string) =>
    plural("fr", count, { one: `# ignoré (${reason})`, other: `# ignorés (${reason})` }),
  reasons: { incomplete: "sans titre ou texte", "too-many": "au-delà de 5000" },
  importHint: "Rien n’est encore enregistré.",
  imported: (count: number) => plural("fr", count, { one: "# prompt importé", other: "# prompts importés" }),
  importBad: "Ce fichier ne contient pas de prompt.",
  importLarge: "Le fichier dépasse 2 Mo.",
  linkCopied: "Lien copié. Il ouvre une nouvelle conversation avec ce texte et n’envoie rien tout seul.",
  linkTooLong: "Ce prompt est trop long pour un lien.",
  placeAt: (at: number, total: number, name: string) => `${at} sur ${total} : ${name}`,
  nextPlace: "Suivant",
  placesLeft: (names: string) => `Reste à remplir : ${names}`,
  endPlaces: "Ne plus remplir",
}
