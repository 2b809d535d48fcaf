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
  placesHint:
    "Bruk [klammer] eller {{krøller}} for det som skifter hver gang; {{tone:formell|lett}} gir valg, {{data}} og {{hora}} setter inn dato og tid.",
  readOnly: "Ferdige ledetekster kan ikke endres. Lag en kopi for å få din egen versjon.",
  copy: "Lag en kopi",
  save: "Lagre",
  saveFailed: "Kunne ikke lagre. Sjekk at det er plass på enheten.",
  import: "Importer",
  export: "Eksporter",
  share: "Del",
  importTitle: "Importer ledetekster",
  importFresh: (count: number) => plural("nb", count, { one: "# ny", other: "# nye" }),
  importKnown: (count: number) => `${count} finnes alt`,
  importIgnored: (count: number, reason: string) => `${count} hoppet over (${reason})`,
  reasons: { incomplete: "uten tittel eller tekst", "too-many": "over 5000" },
  importHint: "Ingenting er lagret ennå.",
  imported: (count: number) => plural("nb", count, { one: "# ledetekst importert", other: "# ledetekster importert" }),
  importBad: "Det er ingen ledetekster i denne filen.",
  importLarge: "Filen er større enn 2 MB.",
  linkCopied: "Lenken er kopiert. Den åpner en ny samtale med teksten og sender ingenting selv.",
  linkTooLong: "Denne ledeteksten er for lang for en lenke.",
  placeAt: (at: number, total: number, name: string) => `${at} av ${total}: ${name}`,
  nextPlace: "Neste",
  placesLeft: (names: string) => `Mangler: ${names}`,
  endPlaces: "Slutt å fylle ut",
}
