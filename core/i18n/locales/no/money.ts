import type { Texts } from "../../texts.ts"

export const no: Texts["money"] = {
  short: (needed: string) => `Ikke nok saldo: Denne meldingen må sette av ${needed}.`,
  fits: (model: string) => `Med ${model} holder det.`,
  cheaper: "Gjør samtalen kortere, eller velg en rimeligere modell.",
  inUse: (held: string, available: string, needed: string) =>
    `Av saldoen din er ${held} satt av til svar som fortsatt er i gang. Det er ${available} igjen, og denne meldingen må sette av ${needed}. Vent til et av dem er ferdig, og prøv igjen.`,
  searchesInUse: (searches: string) =>
    `Nettsøkene du har igjen (${searches}), er satt av til svar som er i gang. Vent til et av dem er ferdig, eller slå av søket.`,
  frozen: "Ikke nok saldo: Denne koden er sperret. Kontakt brukerstøtten.",
  overdrawn: (missing: string) =>
    `Ikke nok saldo: En betaling ble trukket tilbake, og det mangler ${missing} for å dekke den. Fyll på, eller kontakt brukerstøtten.`,
  frozenMeanwhile:
    "Koden ble sperret midt i svaret. Det som kom, er tatt vare på her, og du betaler bare for meldingen og den delen. Kontakt brukerstøtten.",
}
