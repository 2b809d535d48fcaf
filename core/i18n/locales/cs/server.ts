import type { Texts } from "../../texts.ts"

export const cs: Texts["server"] = {
  title: "Adresa serveru",
  hint: "Tato aplikace komunikuje přes server. Adresu vám sdělí ten, kdo ho provozuje.",
  connect: "Připojit",
  connecting: "Hledá se server…",
  noAddress: "Toto není adresa. Vypadá jako https://chat.priklad.cz",
  notSecure: "Adresa musí začínat https://, aby vaše konverzace cestou nikdo nečetl.",
  noAnswer:
    "Žádný server tam neodpověděl, nebo tuto aplikaci nepřijímá. Zkontrolujte adresu nebo se zeptejte toho, kdo ho provozuje.",
  settingHint:
    "Kde se odpovídá na vaše zprávy. Změna serveru odstraní z tohoto zařízení přístupový kód; konverzace zůstanou.",
}
