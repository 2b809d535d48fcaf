import type { Texts } from "../../texts.ts"

export const fr: Texts["server"] = {
  title: "Adresse du serveur",
  hint: "Cette application dialogue par l’intermédiaire d’un serveur. La personne qui le gère vous donnera son adresse.",
  connect: "Se connecter",
  connecting: "Recherche du serveur…",
  noAddress: "Ce n’est pas une adresse. Elle ressemble à https://chat.exemple.fr",
  notSecure: "L’adresse doit commencer par https://, pour que personne ne lise vos conversations en chemin.",
  noAnswer:
    "Aucun serveur n’a répondu à cette adresse, ou il n’accepte pas cette application. Vérifiez l’adresse ou demandez à la personne qui le gère.",
  settingHint:
    "Là où l’on répond à vos messages. Changer de serveur retire le code d’accès de cet appareil ; les conversations restent.",
}
