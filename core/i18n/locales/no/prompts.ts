import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"

export const no: Texts["prompts"] = {
  title: "Ledetekster",
  search: "Søk i ledetekster",
  count: (own: number, builtin: number) =>
    `${plural("nb", own, { one: "# egen", other: "# egne" })}, ${plural("nb", builtin, { one: "# ferdig", other: "# ferdige" })}`,
  found: (count: number) =>
    count === 0
      ? "Fant ingen ledetekster"
      : plural("nb", count, { one: "Fant # ledetekst", other: "Fant # ledetekster" }),
  add: "Ny ledetekst",
  edit: "Rediger ledetekst",
  read: "Ferdig ledetekst",
  editOne: (title: string) => `Rediger «${title}»`,
  readOne: (title: string) => `Vis «${title}»`,
  deleteOne: (title: string) => `Slett «${title}»`,
  deleted: "Ledeteksten er slettet",
  name: "Tittel",
  content: "Tekst",
  otherEdition: "Annen versjon, skrevet samtidig et annet sted",
  useEdition: "Bruk denne",
  placesHint: "Bruk [hakeparenteser] for det som skifter hver gang: Markøren stopper der når du velger ledeteksten.",
  readOnly: "Ferdige ledetekster kan ikke endres. Lag en kopi for å få din egen versjon.",
  copy: "Lag en kopi",
  save: "Lagre",
  saveFailed: "Kunne ikke lagre. Sjekk at det er plass på enheten.",
}
