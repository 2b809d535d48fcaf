import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"

export const fr: Texts["search"] = {
  title: "Rechercher dans l’historique",
  field: "Rechercher dans les conversations",
  placeholder: "Saisissez des mots à rechercher",
  clear: "Effacer la recherche",
  loading: "Chargement…",
  hint: "Cherche dans tous les messages de cet appareil, avec ou sans accents, même avec des fautes de frappe.",
  count: (count: number) => plural("fr", count, { one: "# résultat trouvé", other: "# résultats trouvés" }),
  countSoFar: (count: number) => plural("fr", count, { one: "# résultat jusqu’ici…", other: "# résultats jusqu’ici…" }),
  similar: "Rien avec exactement ces mots ; ceux-ci sont proches.",
  noResult: "Aucun résultat",
  noResultHint: "Essayez avec moins de mots, ou d’autres.",
  noData: "Pas de données : il n’y a encore aucun message à parcourir.",
  failed: "La recherche est impossible pour l’instant. Continuez à taper : elle reprend à la lettre suivante.",
  results: "Résultats",
  inTitle: "Titre de la conversation",
  untitled: "Nouvelle conversation",
  view: "Voir",
  page: (at: number, of: number) => `Page ${at} sur ${of}`,
  previous: "Page précédente",
  next: "Page suivante",
}
