import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"

export const no: Texts["search"] = {
  title: "Søk i historikken",
  field: "Søk i samtalene",
  placeholder: "Skriv ord du vil søke etter",
  clear: "Tøm søket",
  loading: "Laster …",
  hint: "Søker i alle meldinger på denne enheten, med eller uten aksenter, også med skrivefeil.",
  count: (count: number) => plural("nb", count, { one: "Fant # resultat", other: "Fant # resultater" }),
  countSoFar: (count: number) =>
    plural("nb", count, { one: "# resultat så langt …", other: "# resultater så langt …" }),
  similar: "Ingenting med nøyaktig disse ordene; dette ligner.",
  noResult: "Fant ingen resultater",
  noResultHint: "Prøv færre ord, eller andre ord.",
  noData: "Ingen data: Det er ingen meldinger å søke i ennå.",
  failed: "Søket virker ikke akkurat nå. Det prøves igjen når du skriver videre.",
  results: "Resultater",
  inTitle: "Tittelen på samtalen",
  untitled: "Ny samtale",
  view: "Vis",
  page: (at: number, of: number) => `Side ${at} av ${of}`,
  previous: "Forrige side",
  next: "Neste side",
}
