import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"

export const cs: Texts["attachments"] = {
  attachments: "Přílohy",
  removeAttachment: (name: string) => `Odebrat ${name}`,
  viewImage: (name: string) => `Zobrazit ${name}`,
  attached: (count: number) =>
    plural("cs", count, {
      one: "# příloha připravena",
      few: "# přílohy připraveny",
      other: "# příloh připraveno",
    }),
  dropTitle: "Puštěním přiložíte",
  dropText: "Obrázky, PDF a textové soubory. Čtou se přímo ve vašem prohlížeči.",
  leftOut: (count: number, limit: string) =>
    `Nevešlo se souborů: ${count}. Nejvyšší počet příloh ve zprávě je ${limit}.`,
  refused: {
    "too-large": (name: string, limit: string) => `Soubor ${name} je příliš velký. Limit je ${limit}.`,
    "too-many": (name: string, limit: string) =>
      `Soubor ${name} se nevešel: nejvyšší počet příloh ve zprávě je ${limit}.`,
    unsupported: (name: string) =>
      `Soubor ${name} tu nelze přečíst. Fungují obrázky (JPEG, PNG, WebP, GIF, AVIF, HEIC), PDF a textové soubory (TXT, CSV, Markdown, kód). Soubor z Wordu nebo Excelu uložte jako PDF nebo CSV.`,
    empty: (name: string) => `Soubor ${name} je prázdný.`,
    folder: (name: string) => `${name} je složka. Přetáhněte soubory, které v ní jsou.`,
    unreadable: (name: string) =>
      `Soubor ${name} se nepodařilo přečíst. Zkontrolujte, zda ještě existuje a zda je v zařízení místo.`,
    "broken-image": (name: string) => `Obrázek ${name} se nepodařilo otevřít. Možná je poškozený.`,
    "broken-pdf": (name: string) => `PDF ${name} se nepodařilo otevřít. Možná je poškozené.`,
    "locked-pdf": (name: string) => `Soubor ${name} je chráněný heslem. Uložte kopii bez hesla a přiložte ji.`,
    "scanned-pdf": (name: string, pages: string) =>
      `Soubor ${name} (${pages}) je naskenovaný: obsahuje fotky stran bez textu. Přiložte strany jako obrázky, nebo PDF s textem.`,
  },
  unseen: (model: string, count: number) =>
    count === 1
      ? `Model ${model} nevidí obrázky. Váš obrázek zůstává tady.`
      : `Model ${model} nevidí obrázky. ${plural("cs", count, { one: "Váš # obrázek zůstává", few: "Vaše # obrázky zůstávají", other: "Vašich # obrázků zůstává" })} tady.`,
  unseenEarlier: (model: string) => `Model ${model} nevidí obrázky této konverzace, jen ví, že tu jsou.`,
  useModel: (model: string) => `Použít ${model}`,
  keepUnseen: (model: string) => `Pokračovat s ${model}`,
  keptUnseen: (model: string) => `Model ${model} dostane text a dozví se, že tu jsou obrázky, ale neuvidí je.`,
}
