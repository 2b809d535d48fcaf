import type { Texts } from "../../texts.ts"

export const fr: Texts["share-page"] = {
  shared: (product: string) => `${product} · conversation partagée`,
  untitled: "Conversation",
  until: (day: string) => `en ligne jusqu’au ${day}`,
  question: "Question",
  answer: "Réponse",
  written: "Écrit par une intelligence artificielle. Vérifiez ce qui compte.",
  continueIn: (product: string) => `Continuer dans ${product}`,
  report: "Signaler",
  reportWhy: "Qu’est-ce qui ne va pas ? Dites-le ici si vous voulez.",
  reportSend: "Envoyer le signalement",
  reported: "Merci de nous prévenir. Nous allons regarder cette page.",
  page: (number: number, of: number) => `Page ${number} sur ${of}`,
  next: "Lire la suite",
  previous: "Page précédente",
  missing: "Ce lien n’existe pas ou a été supprimé.",
  unreadable: "Cette conversation ne peut pas être lue pour le moment. Réessayez dans un instant.",
  expired: "Ce lien a expiré.",
  removed: "Ce lien a été retiré.",
  hidden: "Cette page a été signalée et attend une vérification.",
}
