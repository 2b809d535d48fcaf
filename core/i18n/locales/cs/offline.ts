import type { Texts } from "../../texts.ts"

export const cs: Texts["offline"] = {
  newVersion: "Nová verze je připravena",
  update: "Aktualizovat",
  updateLoses:
    "Stránka se načte znovu a co je jen na této kartě, se ztratí: dočasné konverzace a to, co se nepodařilo uložit.",
  app: "Aplikace",
  appHint: "Z plochy se otevře ve vlastním okně, i bez internetu.",
  install: "Nainstalovat",
  installed: "Na tomto zařízení už je nainstalovaná.",
  installOnIos: "Pro instalaci klepněte na Sdílet a pak na „Přidat na plochu“.",
  installByMenu: "Pro instalaci otevřete nabídku prohlížeče a zvolte „Nainstalovat“ nebo „Přidat na plochu“.",
  installOffer: "Chcete chat otevírat přímo z plochy, i bez internetu?",
}
