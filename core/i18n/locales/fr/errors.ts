import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"

export const fr: Texts["errors"] = {
  unknown: "Erreur inconnue",
  nothingCharged: "Rien n’a été facturé.",
  invalidRequest: (detail: string) => `La requête n’a pas pu être comprise. Rien n’a été facturé. (Détail : ${detail})`,
  refused: {
    "bad-utf8": () => "Le corps de la requête n’est pas de l’UTF-8 valide. Rien n’a été facturé.",
    "bad-json": () => "Le corps de la requête n’est pas du JSON valide. Rien n’a été facturé.",
    "unknown-field": (name) => `Le champ « ${name} » n’est pas accepté ici. Rien n’a été facturé.`,
    "bad-idempotency-key": () =>
      "L’en-tête Idempotency-Key doit compter de 1 à 255 caractères visibles. Rien n’a été facturé.",
    "bad-ceiling": (name) => `L’en-tête ${name} doit être un montant en reais, par exemple 0.50. Rien n’a été facturé.`,
    "bad-frame-id": () => "Le champ after doit être le numéro d’un événement.",
    "bad-code-field": () => "Le champ accessCode doit être un texte.",
    "bad-usage-record": () => "Ceci n’est pas un relevé d’utilisation.",
    "run-not-ended": () => "Cette réponse est encore en cours. Arrêtez-la d’abord.",
    "no-such-run": () => "Cette réponse n’existe pas, ou n’est pas à vous.",
    "no-such-route": () => "Cette adresse n’existe pas.",
    "method-not-allowed": () => "Cette adresse n’accepte pas cette méthode.",
    "answer-completed": () =>
      "Cette réponse a été complétée après que vous en avez lu une partie. Elle est toujours conservée : récupérez-la avant de l’effacer.",
    "answer-erased": () =>
      "La réponse demandée avec cette Idempotency-Key a déjà été remise puis effacée. Rien n’a été facturé.",
    "body-too-large": () => "La requête est trop volumineuse. Rien n’a été facturé.",
    "body-too-slow": () => "L’envoi s’est arrêté en route ou était trop lent. Rien n’a été facturé. Réessayez.",
    "reader-too-slow": (address) =>
      address === ""
        ? "Cette connexion est restée immobile trop longtemps et a été fermée."
        : `Cette connexion est restée immobile trop longtemps et a été fermée. La réponse est conservée pendant 24 heures : GET ${address}`,
    "no-room": () =>
      "Le serveur reçoit trop d’envois en ce moment. Rien n’a été facturé. Réessayez dans quelques secondes.",
    "not-json-type": () => "Envoyez le corps de la requête en application/json. Rien n’a été facturé.",
    "encoded-body": () => "Envoyez le corps de la requête sans Content-Encoding. Rien n’a été facturé.",
    "key-reused": () => "Cette Idempotency-Key a déjà servi pour une autre requête. Rien n’a été facturé.",
    "no-search-calls": () =>
      "Vous n’avez plus de recherches sur le Web. Désactivez la recherche pour continuer la conversation, ou ajoutez du crédit. Rien n’a été facturé.",
    "model-unpriced": (command) =>
      `Ce modèle n’a pas encore de prix sur ce serveur. La personne qui l’administre peut en définir un avec : ${command}. Rien n’a été facturé.`,
    "no-provider-key": (names) =>
      `Ce serveur n’a pas encore de clé pour ce fournisseur. La personne qui l’administre doit définir ${names}. Rien n’a été facturé.`,
    "azure-incomplete": () => "incomplete azure config, please check it in your settings page",
    "words-only": () =>
      "Ce modèle crée des images à partir de mots seulement. Retirez les pièces jointes ou choisissez un autre modèle.",
    "bad-base-url": () => "Cette adresse ne peut pas être utilisée. Rien n’a été facturé.",
    "bad-image-address": () => "Cette adresse d’image ne peut pas être ouverte d’ici.",
    "image-unavailable": () =>
      "L’image n’est pas arrivée : le site n’a pas répondu, ou sa réponse n’est pas une image de 10 Mo au plus.",
    "picture-unfetched": () =>
      "L’image a été créée, mais n’a pas pu être récupérée chez son fournisseur. Réessayez. Rien n’a été facturé.",
    "bad-share": (name) => `Le champ « ${name} » n’est pas comme il faut.`,
    "no-such-share": () => "Ce lien n’existe pas, ou a été supprimé.",
    "share-gone": () => "Ce lien a été retiré.",
    "bad-picture": () => "Envoyez une image PNG, JPEG, GIF ou WebP de 10 Mo et 60 mégapixels au plus.",
    "share-limit": () => "Vous avez déjà créé beaucoup de liens aujourd’hui. Vous pourrez en créer d’autres demain.",
    "share-full": () =>
      "Il n’y a plus de place pour vos liens. Supprimez ceux dont vous n’avez plus besoin ou attendez que l’un d’eux expire.",
    "sharing-unavailable": () =>
      "Ce lien n’a pas pu être enregistré ou lu pour le moment. Réessayez dans quelques secondes.",
    "bad-vault-request": () => "La demande adressée au coffre n’est pas correcte.",
    "no-such-vault": () => "Ce coffre n’existe pas, ou la clé en est une autre.",
    "vault-out-of-step": () => "Le coffre a changé pendant que cet appareil y écrivait.",
    "vault-superseded": () => "Un autre appareil a déjà rangé ce coffre.",
    "vault-full": () => "Le coffre est plein. Tout reste enregistré sur cet appareil.",
    "pairing-over": () =>
      "Cette invitation a déjà servi ou a expiré. Demandez-en une autre sur l’appareil déjà connecté au coffre.",
    "vault-unavailable": () => "Le coffre n’a pas répondu. Réessayez dans un instant.",
    "plugins-off": () => "Ce serveur n’autorise pas les plugins.",
    "bad-plugin-address": () => "Cette adresse ne peut pas être appelée d’ici.",
    redirected: (host) => `Le service a renvoyé l’appel vers une autre adresse (${host}) ; il n’a pas été suivi.`,
    "compressed-reply": () => "Le service a répondu sous forme compressée, ce qui n’est pas accepté ici.",
    "service-away": () => "Le service n’a pas répondu, ou sa réponse est illisible.",
    "service-timeout": () => "Le service n’a pas répondu en 30 secondes.",
    "run-broken": () =>
      "Le serveur a rencontré un problème au milieu de la réponse. Si une partie a été facturée, elle figure sur le relevé. Réessayez dans quelques secondes.",
    "gateway-fault": () => "Erreur interne du serveur. Rien n’a été facturé. Réessayez dans quelques secondes.",
  },
  contextLengthExceeded:
    "Cette conversation est devenue trop longue pour le modèle. Raccourcissez le message, effacez le contexte ou choisissez un autre modèle. Rien n’a été facturé.",
  unauthorized: "Le code d’accès manque ou n’a pas été accepté. Vérifiez-le dans les Paramètres.",
  userNotFound: "Utilisateur introuvable. Veuillez vérifier le code dans les Paramètres",
  modelNotAllowed: (model: string) => `Le modèle ${model} n’est pas disponible avec votre formule.`,
  modelRetired: (model: string, successor: string) =>
    `Le modèle ${model} n’est pas disponible : il a été retiré. ${successor} peut prendre la suite, mais coûte plus cher.`,
  modelRetiredAlone: (model: string) =>
    `Le modèle ${model} n’est pas disponible : il a été retiré. Choisissez un autre modèle.`,
  modelGone: "Ce modèle n’est pas disponible chez son fournisseur. Choisissez un autre modèle.",
  modelNotFound: (model: string) =>
    `Le modèle ${model} n’existe pas ici. Vérifiez son nom ou choisissez un autre modèle. Rien n’a été facturé.`,
  availableModels: (models: string) => `Modèles disponibles : ${models}.`,
  unauthorizedHelp: (url: string) => `[cliquez ici pour saisir votre code d’accès](${url})`,
  upgradeToPremium: "Passez à Premium et utilisez tous les modèles.",
  freeLimitReached: "Vous avez utilisé vos messages gratuits du jour. Il y en aura d’autres demain.",
  messageTooLong: (characters: number, limit: number) =>
    `Message trop long ! Sans Premium, un message peut compter au maximum ${limit.toLocaleString("fr")} caractères. Le vôtre en compte ${characters.toLocaleString("fr")}. Pour envoyer des messages plus longs, passez à Premium.`,
  tooManyRequests: (seconds: number | undefined) =>
    seconds === undefined
      ? "Trop de messages en peu de temps. Patientez un instant et réessayez. Rien n’a été facturé."
      : `Trop de messages en peu de temps. Réessayez dans ${plural("fr", seconds, { one: "# seconde", other: "# secondes" })}. Rien n’a été facturé.`,
  tooManyPluginCalls: (seconds: number | undefined) =>
    seconds === undefined
      ? "Trop d’appels de plugins en peu de temps. Patientez un instant et réessayez. Rien n’a été facturé."
      : `Trop d’appels de plugins en peu de temps. Réessayez dans ${plural("fr", seconds, { one: "# seconde", other: "# secondes" })}. Rien n’a été facturé.`,
  pluginCallsUsedUp: "Vous avez utilisé vos appels de plugins du jour. Il y en aura d’autres demain.",
  alreadyProcessing: "Patientez une petite minute… Nous vérifions quelque chose.",
  alreadyProcessingShort: "Message déjà en cours de traitement",
  insufficientBalance: "Votre solde est épuisé. Ajoutez du crédit pour continuer. Rien n’a été facturé.",
  insufficientBalanceShort: "Solde insuffisant",
  tooLittle: {
    title: (available: string, model: string) => `Votre solde de ${available} ne couvre pas une réponse de ${model}.`,
    kept: "Solde insuffisant : la réponse n’a pas commencé, et votre question reste ici.",
    answerOf: (model: string) => `Réponse de ${model}`,
    balance: "Votre solde",
  },
  balanceInUse:
    "Votre solde est réservé pour des réponses encore en cours. Attendez que l’une d’elles se termine et réessayez. Rien n’a été facturé.",
  recharge: (url: string) => `[Ajouter du crédit](${url})`,
  upgrade: (url: string) => `[Passer à Premium](${url})`,
  messageCeiling: (ceiling: string, needed: string) =>
    `Votre limite de ${ceiling} par message ne suffit pas : cette réponse peut coûter ${needed} ou plus. Rien n’a été facturé.`,
  roundsCeiling: (ceiling, spent) =>
    `Cette réponse a déjà coûté ${spent}, et votre limite de ${ceiling} par message ne laisse pas de place pour un autre tour. Ce qui est arrivé reste.`,
  dayCeiling: (ceiling: string, spent: string, needed: string) =>
    `Votre limite de ${ceiling} par jour ne laisse pas de place à cette réponse, qui peut coûter ${needed} ou plus : déjà ${spent} aujourd’hui, réponses en cours comprises. Rien n’a été facturé.`,
  changeCeilings: (url: string) => `[Modifier les limites](${url})`,
  gateway502: "Erreur de passerelle (502). Réessayez dans quelques secondes.",
  gateway503: "Service temporairement indisponible (503). Réessayez dans quelques secondes.",
  gateway504: "Serveur surchargé (504). Réessayez dans quelques secondes.",
  upstream: (status: number, detail: string) => `Le fournisseur du modèle a refusé la requête (${status}) : ${detail}`,
  upstreamKey:
    "Le fournisseur du modèle n’a pas accepté la clé de ce serveur. Prévenez l’assistance ou choisissez un autre modèle.",
  ownKeyRefused: (status: number, detail: string) =>
    `Le fournisseur du modèle a refusé votre propre clé (${status})${detail === "" ? "" : ` : ${detail}`}. Vérifiez la clé et son compte chez le fournisseur.`,
  upstreamBusy: "Le fournisseur du modèle est très sollicité en ce moment. Patientez un instant et réessayez.",
  upstreamTimeout: "Le modèle a mis trop de temps à répondre. Réessayez ou choisissez un modèle plus rapide.",
  upstreamCut:
    "Le fournisseur du modèle a interrompu la réponse. Ce qui est arrivé est conservé ici. Vous ne payez que le message et la partie déjà générée.",
  serverRestarted:
    "Notre serveur a redémarré au milieu de la réponse. Ce qui est arrivé est conservé ici. Vous ne payez que le message et cette partie.",
  emptyAfterSearch:
    "Le modèle a cherché sur le Web, mais n’a pas écrit de réponse. Réessayez ou posez la question autrement.",
  emptyAnswer: "Le modèle n’a rien répondu (empty response from server). Réessayez.",
  reasoningTooLong:
    "o3 n’a pas réussi à répondre. Si votre message est long, utilisez gpt-4.1 ou découpez le texte en parties de moins de 5000 caractères.",
  notJson: (contentType: string, head: string) => `La réponse n’est pas du JSON valide (${contentType}) : ${head}`,
  server: (statusText: string) => `Erreur du serveur : ${statusText}`,
  network: "Erreur de connexion. Réessayez.",
  connectivity: "Pas de connexion. Vérifiez votre connexion Internet.",
  aborted: "Connexion interrompue…",
  overMessageCeiling: (estimate: string, ceiling: string) =>
    `Ce message devrait coûter ${estimate}, au-dessus de votre limite de ${ceiling} par message. Rien n’a encore été envoyé.`,
  overDayCeiling: (estimate: string, spent: string, ceiling: string) =>
    `Vous avez déjà dépensé ${spent} aujourd’hui, et ce message devrait coûter ${estimate} : cela dépasse votre limite de ${ceiling} par jour. Rien n’a encore été envoyé.`,
  sendAnyway: "Envoyer quand même",
}
