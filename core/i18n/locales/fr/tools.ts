import type { Texts } from "../../texts.ts"

export const fr: Texts["tools"] = {
  confirm: (name) => `Confirmer l’outil ${name}`,
  asks: (name) => `L’outil ${name} attend votre autorisation.`,
  reads: "lit",
  writes: "écrit",
  noArguments: "Aucune donnée.",
  dataGoes: (host) => `Ces données partent d’ici vers ${host}.`,
  afterOther: (host) =>
    `Avant cet appel, le modèle a lu une réponse de ${host}. Vérifiez que c’est bien ce que vous avez demandé.`,
  run: "Exécuter",
  refuse: "Refuser",
  runAll: "Tout exécuter",
  always: "Toujours exécuter dans cette conversation",
  noHurry: "Rien ne presse : la question vous attend.",
  perRound: (price) => `≈\u00a0${price} par tour.`,
  refused: (name) => `Vous n’avez pas laissé exécuter ${name}`,
  menu: "Outils",
  brazil: (topics) => `Brésil : ${topics}`,
  brazilHint:
    "Consulte des sources publiques pour cette question. Touchez pour l’activer ou non dans cette conversation.",
  topics: {
    cep: "code postal",
    cnpj: "CNPJ",
    currency: "change",
    holidays: "jours fériés",
    rates: "taux",
    banks: "banques",
    ddd: "indicatif",
    population: "population",
    names: "prénoms",
  },
  noTools: (model) => `${model} n’utilise pas d’outils`,
  tooMany: "C’est trop d’outils pour une question. Désactivez des opérations pour que les autres soient envoyées.",
  manage: "Gérer les plugins",
  here: "Dans cette conversation",
}
