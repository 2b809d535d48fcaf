import type { Texts } from "../../texts.ts"

export const fr: Texts["money"] = {
  short: (needed: string) => `Solde insuffisant : ce message doit réserver ${needed}.`,
  fits: (model: string) => `Avec ${model}, cela suffit.`,
  cheaper: "Raccourcissez la conversation ou choisissez un modèle moins cher.",
  inUse: (held: string, available: string, needed: string) =>
    `De votre solde, ${held} sont réservés pour des réponses encore en cours. Il reste ${available}, et ce message doit réserver ${needed}. Attendez que l’une d’elles se termine et réessayez.`,
  searchesInUse: (searches: string) =>
    `Les recherches sur le Web qu’il vous reste (${searches}) sont réservées pour des réponses en cours. Attendez que l’une d’elles se termine, ou désactivez la recherche.`,
  frozen: "Solde insuffisant : ce code est bloqué. Contactez l’assistance.",
  overdrawn: (missing: string) =>
    `Solde insuffisant : un paiement a été remboursé, et il manque ${missing} pour le couvrir. Ajoutez du crédit ou contactez l’assistance.`,
  frozenMeanwhile:
    "Ce code a été bloqué au milieu de la réponse. Ce qui est arrivé est conservé ici, et vous ne payez que le message et cette partie. Contactez l’assistance.",
}
