import type { Texts } from "../../texts.ts"

export const fr: Texts["offline"] = {
  newVersion: "Nouvelle version prête",
  update: "Mettre à jour",
  updateLoses:
    "La page se recharge, et ce qui n’est que dans cet onglet est perdu : les conversations temporaires et ce qui n’a pas pu être enregistré.",
  app: "Application",
  appHint: "Installée sur l’écran d’accueil, elle s’ouvre dans sa propre fenêtre, même sans Internet.",
  install: "Installer",
  installed: "Déjà installée sur cet appareil.",
  installOnIos: "Pour l’installer, touchez Partager, puis « Sur l’écran d’accueil ».",
  installByMenu:
    "Pour l’installer, ouvrez le menu du navigateur et choisissez « Installer » ou « Ajouter à l’écran d’accueil ».",
  installOffer: "Envie d’ouvrir le chat depuis l’écran d’accueil, même sans Internet ?",
}
