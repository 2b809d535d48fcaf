import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"

export const cs: Texts["search"] = {
  title: "Hledat v historii",
  field: "Hledat v konverzacích",
  placeholder: "Napište, co hledáte",
  clear: "Vymazat hledání",
  loading: "Načítání…",
  hint: "Hledá ve všech zprávách v tomto zařízení, s diakritikou i bez ní, i s překlepy.",
  count: (count: number) =>
    plural("cs", count, {
      one: "Nalezen # výsledek",
      few: "Nalezeny # výsledky",
      other: "Nalezeno # výsledků",
    }),
  countSoFar: (count: number) =>
    plural("cs", count, {
      one: "Zatím # výsledek…",
      few: "Zatím # výsledky…",
      other: "Zatím # výsledků…",
    }),
  similar: "Přesně tato slova nikde nejsou; tohle je podobné.",
  noResult: "Žádné výsledky",
  noResultHint: "Zkuste méně slov, nebo jiná.",
  noData: "Žádná data: zatím tu nejsou zprávy, ve kterých by se dalo hledat.",
  failed: "Hledání teď nefunguje. S dalším písmenem se zkusí znovu.",
  results: "Výsledky",
  inTitle: "Název konverzace",
  untitled: "Nová konverzace",
  view: "Zobrazit",
  page: (at: number, of: number) => `Stránka ${at} z ${of}`,
  previous: "Předchozí stránka",
  next: "Další stránka",
}
