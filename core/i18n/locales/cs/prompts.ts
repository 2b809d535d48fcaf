import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"

export const cs: Texts["prompts"] = {
  title: "Prompty",
  search: "Hledat prompty",
  count: (own: number, builtin: number) =>
    `${plural("cs", own, { one: "# váš", few: "# vaše", other: "# vašich" })}, ${plural("cs", builtin, { one: "# hotový", few: "# hotové", other: "# hotových" })}`,
  found: (count: number) =>
    count === 0
      ? "Žádný prompt nenalezen"
      : plural("cs", count, {
          one: "Nalezen # prompt",
          few: "Nalezeny # prompty",
          other: "Nalezeno # promptů",
        }),
  add: "Nový prompt",
  edit: "Upravit prompt",
  read: "Hotový prompt",
  editOne: (title: string) => `Upravit „${title}“`,
  readOne: (title: string) => `Zobrazit „${title}“`,
  deleteOne: (title: string) => `Smazat „${title}“`,
  deleted: "Prompt smazán",
  name: "Název",
  content: "Text",
  otherEdition: "Jiná verze, napsaná současně jinde",
  useEdition: "Použít tuto",
  placesHint: "Do [hranatých závorek] dejte, co se pokaždé mění: po výběru promptu se tam zastaví kurzor.",
  readOnly: "Hotové prompty se nemění. Udělejte si kopii a budete mít vlastní verzi.",
  copy: "Udělat kopii",
  save: "Uložit",
  saveFailed: "Nepodařilo se uložit. Zkontrolujte, zda je v zařízení místo.",
}
