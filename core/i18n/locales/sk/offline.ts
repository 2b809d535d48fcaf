import type { Texts } from "../../texts.ts"

export const sk: Texts["offline"] = {
  newVersion: "Nová verzia je pripravená",
  update: "Aktualizovať",
  updateLoses:
    "Stránka sa načíta znova a čo je len na tejto karte, sa stratí: dočasné konverzácie a to, čo sa nepodarilo uložiť.",
  app: "Aplikácia",
  appHint: "Z plochy sa otvorí vo vlastnom okne, aj bez internetu.",
  install: "Nainštalovať",
  installed: "Na tomto zariadení už je nainštalovaná.",
  installOnIos: "Ak ju chcete nainštalovať, ťuknite na Zdieľať a potom na „Pridať na plochu“.",
  installByMenu:
    "Ak ju chcete nainštalovať, otvorte ponuku prehliadača a zvoľte „Nainštalovať“ alebo „Pridať na plochu“.",
  installOffer: "Chcete chat otvárať priamo z plochy, aj bez internetu?",
}
