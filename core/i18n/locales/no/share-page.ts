import type { Texts } from "../../texts.ts"

export const no: Texts["share-page"] = {
  shared: (product: string) => `${product} · delt samtale`,
  untitled: "Samtale",
  until: (day: string) => `tilgjengelig til ${day}`,
  question: "Spørsmål",
  answer: "Svar",
  written: "Skrevet av kunstig intelligens. Sjekk det som er viktig.",
  continueIn: (product: string) => `Fortsett i ${product}`,
  report: "Rapporter",
  reportWhy: "Hva er galt med den? Skriv det her om du vil.",
  reportSend: "Send rapport",
  reported: "Takk for at du sier fra. Vi ser på siden.",
  page: (number: number, of: number) => `Side ${number} av ${of}`,
  next: "Les videre",
  previous: "Forrige side",
  missing: "Denne lenken finnes ikke, eller er slettet.",
  unreadable: "Denne samtalen kan ikke leses akkurat nå. Prøv igjen om litt.",
  expired: "Denne lenken er utløpt.",
  removed: "Denne lenken er tatt ned.",
  hidden: "Denne siden er rapportert og venter på gjennomgang.",
}
