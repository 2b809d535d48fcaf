import type { Texts } from "../../texts.ts"

export const en: Texts["offline"] = {
  newVersion: "New version ready",
  update: "Update",
  updateLoses:
    "The page reloads, and what is only in this tab is lost: temporary chats and whatever could not be saved.",
  app: "App",
  appHint: "Installed on your home screen, it opens in its own window, also without internet.",
  install: "Install",
  installed: "Already installed on this device.",
  installOnIos: "To install, tap Share and then “Add to Home Screen”.",
  installByMenu: "To install, open the browser’s menu and choose “Install” or “Add to home screen”.",
  installOffer: "Want to open the chat right from your home screen, even without internet?",
}
