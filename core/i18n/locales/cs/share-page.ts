import type { Texts } from "../../texts.ts"

export const cs: Texts["share-page"] = {
  shared: (product: string) => `${product} · sdílená konverzace`,
  untitled: "Konverzace",
  until: (day: string) => `dostupné do ${day}`,
  question: "Otázka",
  answer: "Odpověď",
  written: "Napsala umělá inteligence. Důležité si ověřte.",
  continueIn: (product: string) => `Pokračovat v aplikaci ${product}`,
  report: "Nahlásit",
  reportWhy: "Co je na ní špatně? Jestli chcete, napište to sem.",
  reportSend: "Odeslat hlášení",
  reported: "Děkujeme za upozornění. Na stránku se podíváme.",
  page: (number: number, of: number) => `Strana ${number} z ${of}`,
  next: "Číst dál",
  previous: "Předchozí strana",
  missing: "Tento odkaz neexistuje, nebo už byl smazán.",
  unreadable: "Tuto konverzaci teď nelze načíst. Zkuste to za chvíli znovu.",
  expired: "Platnost tohoto odkazu skončila.",
  removed: "Tento odkaz už není dostupný.",
  hidden: "Tato stránka byla nahlášena a čeká na kontrolu.",
}
