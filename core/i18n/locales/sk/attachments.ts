import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"

export const sk: Texts["attachments"] = {
  attachments: "Prílohy",
  removeAttachment: (name: string) => `Odobrať ${name}`,
  viewImage: (name: string) => `Zobraziť ${name}`,
  attached: (count: number) =>
    plural("sk", count, {
      one: "# príloha pripravená",
      few: "# prílohy pripravené",
      other: "# príloh pripravených",
    }),
  dropTitle: "Pustením priložíte",
  dropText: "Obrázky, PDF a textové súbory. Čítajú sa priamo vo vašom prehliadači.",
  leftOut: (count: number, limit: string) =>
    `Nezmestilo sa súborov: ${count}. Najvyšší počet príloh v správe je ${limit}.`,
  refused: {
    "too-large": (name: string, limit: string) => `Súbor ${name} je príliš veľký. Limit je ${limit}.`,
    "too-many": (name: string, limit: string) =>
      `Súbor ${name} sa nezmestil: najvyšší počet príloh v správe je ${limit}.`,
    unsupported: (name: string) =>
      `Súbor ${name} sa tu nedá prečítať. Fungujú obrázky (JPEG, PNG, WebP, GIF, AVIF, HEIC), PDF a textové súbory (TXT, CSV, Markdown, kód). Súbor z Wordu alebo Excelu uložte ako PDF alebo CSV.`,
    empty: (name: string) => `Súbor ${name} je prázdny.`,
    folder: (name: string) => `${name} je priečinok. Presuňte sem súbory, ktoré sú v ňom.`,
    unreadable: (name: string) =>
      `Súbor ${name} sa nepodarilo prečítať. Skontrolujte, či ešte existuje a či je v zariadení miesto.`,
    "broken-image": (name: string) => `Obrázok ${name} sa nepodarilo otvoriť. Možno je poškodený.`,
    "broken-pdf": (name: string) => `PDF ${name} sa nepodarilo otvoriť. Možno je poškodené.`,
    "locked-pdf": (name: string) => `Súbor ${name} je chránený heslom. Uložte kópiu bez hesla a priložte ju.`,
    "scanned-pdf": (name: string, pages: string) =>
      `Súbor ${name} (${pages}) je naskenovaný: obsahuje fotky strán bez textu. Priložte strany ako obrázky alebo PDF s textom.`,
  },
  unseen: (model: string, count: number) =>
    count === 1
      ? `Model ${model} nevidí obrázky. Váš obrázok zostáva tu.`
      : `Model ${model} nevidí obrázky. ${plural("sk", count, { one: "Váš # obrázok zostáva", few: "Vaše # obrázky zostávajú", other: "Vašich # obrázkov zostáva" })} tu.`,
  unseenEarlier: (model: string) => `Model ${model} nevidí obrázky tejto konverzácie, len vie, že tu sú.`,
  useModel: (model: string) => `Použiť ${model}`,
  keepUnseen: (model: string) => `Pokračovať s ${model}`,
  keptUnseen: (model: string) => `Model ${model} dostane text a dozvie sa, že tu sú obrázky, ale neuvidí ich.`,
}
