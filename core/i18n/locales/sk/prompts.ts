import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"

export const sk: Texts["prompts"] = {
  title: "Prompty",
  search: "Hľadať prompty",
  count: (own: number, builtin: number) =>
    `${plural("sk", own, { one: "# váš", few: "# vaše", other: "# vašich" })}, ${plural("sk", builtin, { one: "# hotový", few: "# hotové", other: "# hotových" })}`,
  found: (count: number) =>
    count === 0
      ? "Nenašiel sa žiadny prompt"
      : plural("sk", count, {
          one: "Našiel sa # prompt",
          few: "Našli sa # prompty",
          other: "Našlo sa # promptov",
        }),
  add: "Nový prompt",
  edit: "Upraviť prompt",
  read: "Hotový prompt",
  editOne: (title: string) => `Upraviť „${title}“`,
  readOne: (title: string) => `Zobraziť „${title}“`,
  deleteOne: (title: string) => `Odstrániť „${title}“`,
  deleted: "Prompt odstránený",
  name: "Názov",
  content: "Text",
  otherEdition: "Iná verzia, napísaná súčasne inde",
  useEdition: "Použiť túto",
  placesHint:
    "Do [zátvoriek] alebo {{zložených}} dajte, čo sa vždy mení; {{tón:formálny|ľahký}} ponúkne voľby, {{data}} a {{hora}} doplnia dátum a čas.",
  readOnly: "Hotové prompty sa nemenia. Urobte si kópiu a budete mať vlastnú verziu.",
  copy: "Urobiť kópiu",
  save: "Uložiť",
  saveFailed: "Nepodarilo sa uložiť. Skontrolujte, či je v zariadení miesto.",
  import: "Importovať",
  export: "Exportovať",
  share: "Zdieľať",
  importTitle: "Importovať prompty",
  importFresh: (count: number) => plural("sk", count, { one: "# nový", few: "# nové", other: "# nových" }),
  importKnown: (count: number) =>
    plural("sk", count, { one: "# už existuje", few: "# už existujú", other: "# už existuje" }),
  importIgnored: (count: number, reason: string) => `vynechané: ${count} (${reason})`,
  reasons: { incomplete: "bez názvu alebo textu", "too-many": "nad 5 000" },
  importHint: "Zatiaľ sa nič neuložilo.",
  imported: (count: number) =>
    plural("sk", count, {
      one: "Importovaný # prompt",
      few: "Importované # prompty",
      other: "Importovaných # promptov",
    }),
  importBad: "V tomto súbore nie sú prompty.",
  importLarge: "Súbor má viac ako 2 MB.",
  linkCopied: "Odkaz skopírovaný. Otvorí novú konverzáciu s týmto textom a sám nič neodošle.",
  linkTooLong: "Tento prompt je na odkaz príliš dlhý.",
  placeAt: (at: number, total: number, name: string) => `${at} z ${total}: ${name}`,
  nextPlace: "Ďalej",
  placesLeft: (names: string) => `Zostáva vyplniť: ${names}`,
  endPlaces: "Ukončiť vypĺňanie",
}
