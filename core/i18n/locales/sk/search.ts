import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"

export const sk: Texts["search"] = {
  title: "Hľadať v histórii",
  field: "Hľadať v konverzáciách",
  placeholder: "Napíšte, čo hľadáte",
  clear: "Vymazať hľadanie",
  loading: "Načítava sa…",
  hint: "Hľadá vo všetkých správach v tomto zariadení, s diakritikou aj bez nej, aj s preklepmi.",
  count: (count: number) =>
    plural("sk", count, {
      one: "Našiel sa # výsledok",
      few: "Našli sa # výsledky",
      other: "Našlo sa # výsledkov",
    }),
  countSoFar: (count: number) =>
    plural("sk", count, {
      one: "Zatiaľ # výsledok…",
      few: "Zatiaľ # výsledky…",
      other: "Zatiaľ # výsledkov…",
    }),
  similar: "Presne tieto slová nikde nie sú; toto je podobné.",
  noResult: "Žiadne výsledky",
  noResultHint: "Skúste menej slov alebo iné.",
  noData: "Žiadne údaje: zatiaľ tu nie sú správy, v ktorých by sa dalo hľadať.",
  failed: "Hľadanie teraz nefunguje. S ďalším písmenom sa skúsi znova.",
  results: "Výsledky",
  inTitle: "Názov konverzácie",
  untitled: "Nová konverzácia",
  view: "Zobraziť",
  page: (at: number, of: number) => `Stránka ${at} z ${of}`,
  previous: "Predchádzajúca stránka",
  next: "Ďalšia stránka",
}
