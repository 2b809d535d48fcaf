import type { Texts } from "../../texts.ts"

export const sk: Texts["server"] = {
  title: "Adresa servera",
  hint: "Táto aplikácia komunikuje cez server. Adresu vám povie ten, kto ho prevádzkuje.",
  connect: "Pripojiť",
  connecting: "Hľadá sa server…",
  noAddress: "Toto nie je adresa. Vyzerá ako https://chat.priklad.sk",
  notSecure: "Adresa musí začínať https://, aby vaše konverzácie cestou nikto nečítal.",
  noAnswer:
    "Žiadny server tam neodpovedal, alebo túto aplikáciu neprijíma. Skontrolujte adresu alebo sa opýtajte toho, kto ho prevádzkuje.",
  settingHint:
    "Kde sa odpovedá na vaše správy. Zmena servera odstráni z tohto zariadenia prístupový kód; konverzácie zostanú.",
}
