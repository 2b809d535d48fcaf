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
  placesHint:
    "Do [závorek] nebo {{složených}} dejte, co se pokaždé mění; {{tón:formální|lehký}} nabídne volby, {{data}} a {{hora}} doplní datum a čas.",
  readOnly: "Hotové prompty se nemění. Udělejte si kopii a budete mít vlastní verzi.",
  copy: "Udělat kopii",
  save: "Uložit",
  saveFailed: "Nepodařilo se uložit. Zkontrolujte, zda je v zařízení místo.",
  import: "Importovat",
  export: "Exportovat",
  share: "Sdílet",
  importTitle: "Importovat prompty",
  importFresh: (count: number) => plural("cs", count, { one: "# nový", few: "# nové", other: "# nových" }),
  importKnown: (count: number) =>
    plural("cs", count, { one: "# už existuje", few: "# už existují", other: "# už existuje" }),
  importIgnored: (count: number, reason: string) => `vynecháno: ${count} (${reason})`,
  reasons: { incomplete: "bez názvu nebo textu", "too-many": "nad 5 000" },
  importHint: "Zatím nebylo nic uloženo.",
  imported: (count: number) =>
    plural("cs", count, { one: "Importován # prompt", few: "Importovány # prompty", other: "Importováno # promptů" }),
  importBad: "V tomto souboru nejsou prompty.",
  importLarge: "Soubor má přes 2 MB.",
  linkCopied: "Odkaz zkopírován. Otevře novou konverzaci s tímto textem a sám nic neodešle.",
  linkTooLong: "Tento prompt je na odkaz příliš dlouhý.",
  placeAt: (at: number, total: number, name: string) => `${at} z ${total}: ${name}`,
  nextPlace: "Další",
  placesLeft: (names: string) => `Zbývá vyplnit: ${names}`,
  endPlaces: "Ukončit vyplňování",
}
