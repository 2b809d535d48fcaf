import type { Texts } from "../../texts.ts"

export const de: Texts["offline"] = {
  newVersion: "Neue Version bereit",
  update: "Aktualisieren",
  updateLoses:
    "Die Seite wird neu geladen, und was nur in diesem Tab steht, geht verloren: temporäre Chats und was nicht gespeichert werden konnte.",
  app: "App",
  appHint: "Auf dem Startbildschirm installiert, öffnet sie sich in einem eigenen Fenster, auch ohne Internet.",
  install: "Installieren",
  installed: "Auf diesem Gerät schon installiert.",
  installOnIos: "Tippe zum Installieren auf „Teilen“ und dann auf „Zum Home-Bildschirm“.",
  installByMenu:
    "Öffne zum Installieren das Menü des Browsers und wähle „Installieren“ oder „Zum Startbildschirm hinzufügen“.",
  installOffer: "Möchtest du den Chat direkt vom Startbildschirm öffnen, auch ohne Internet?",
}
