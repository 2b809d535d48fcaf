import type { Texts } from "../../texts.ts"

export const it: Texts["offline"] = {
  newVersion: "Nuova versione pronta",
  update: "Aggiorna",
  updateLoses:
    "La pagina si ricarica e ciò che è solo in questa scheda va perso: le conversazioni temporanee e ciò che non è stato possibile salvare.",
  app: "Applicazione",
  appHint: "Installata nella schermata Home, si apre in una finestra propria, anche senza internet.",
  install: "Installa",
  installed: "È già installata su questo dispositivo.",
  installOnIos: "Per installarla, tocca Condividi e poi “Aggiungi alla schermata Home”.",
  installByMenu: "Per installarla, apri il menu del browser e scegli “Installa” o “Aggiungi alla schermata Home”.",
  installOffer: "Vuoi aprire la chat dalla schermata Home, anche senza internet?",
}
