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
  placesHint: "Do [hranatých zátvoriek] dajte, čo sa vždy mení: po výbere promptu sa tam zastaví kurzor.",
  readOnly: "Hotové prompty sa nemenia. Urobte si kópiu a budete mať vlastnú verziu.",
  copy: "Urobiť kópiu",
  save: "Uložiť",
  saveFailed: "Nepodarilo sa uložiť. Skontrolujte, či je v zariadení miesto.",
}
