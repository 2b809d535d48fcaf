import type { Texts } from "../../texts.ts"

export const sk: Texts["share-page"] = {
  shared: (product: string) => `${product} · zdieľaná konverzácia`,
  untitled: "Konverzácia",
  until: (day: string) => `dostupné do ${day}`,
  question: "Otázka",
  answer: "Odpoveď",
  written: "Napísala umelá inteligencia. Dôležité si overte.",
  continueIn: (product: string) => `Pokračovať v aplikácii ${product}`,
  report: "Nahlásiť",
  reportWhy: "Čo je na nej zlé? Ak chcete, napíšte to sem.",
  reportSend: "Odoslať hlásenie",
  reported: "Ďakujeme za upozornenie. Na stránku sa pozrieme.",
  page: (number: number, of: number) => `Strana ${number} z ${of}`,
  next: "Čítať ďalej",
  previous: "Predchádzajúca strana",
  missing: "Tento odkaz neexistuje alebo bol zmazaný.",
  unreadable: "Túto konverzáciu teraz nemožno načítať. Skúste to o chvíľu znova.",
  expired: "Platnosť tohto odkazu sa skončila.",
  removed: "Tento odkaz už nie je dostupný.",
  hidden: "Táto stránka bola nahlásená a čaká na kontrolu.",
}
