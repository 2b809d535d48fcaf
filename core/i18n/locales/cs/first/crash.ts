import type { Texts } from "../../../texts.ts"

export const cs: Texts["crash"] = {
  title: "Oops, something went wrong!",
  text: "Stránka narazila na chybu a zastavila se. Vaše konverzace zůstávají uložené v tomto zařízení: načtěte stránku znovu a vrátíte se k nim.",
  details: "Podrobnosti o chybě",
  reload: "Načíst stránku znovu",
  report: "Report This Error",
  clear: "Clear All Data",
  checkCode:
    "Pokud se chyba vrátí, zkontrolujte přístupový kód v Nastavení (tlačítko vlevo dole), nebo napište podpoře.",
  saveFailed: "Kopii se nepodařilo uložit, proto se nic nevymazalo.",
  screen: (error: string) => `Na této obrazovce došlo k chybě (${error}). Zbytek stránky funguje dál.`,
  retry: "Zkusit znovu",
}
