import type { Texts } from "../../../texts.ts"

export const sk: Texts["crash"] = {
  title: "Oops, something went wrong!",
  text: "Stránka narazila na chybu a zastavila sa. Vaše konverzácie zostávajú uložené v tomto zariadení: načítajte stránku znova a vrátite sa k nim.",
  details: "Podrobnosti o chybe",
  reload: "Načítať stránku znova",
  report: "Report This Error",
  clear: "Clear All Data",
  checkCode:
    "Ak sa chyba vráti, skontrolujte prístupový kód v Nastaveniach (tlačidlo vľavo dole) alebo napíšte podpore.",
  saveFailed: "Kópiu sa nepodarilo uložiť, preto sa nič nevymazalo.",
  screen: (error: string) => `Na tejto obrazovke sa vyskytla chyba (${error}). Zvyšok stránky funguje ďalej.`,
  retry: "Skúsiť znova",
}
