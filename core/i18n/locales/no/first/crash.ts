import type { Texts } from "../../../texts.ts"

export const no: Texts["crash"] = {
  title: "Oops, something went wrong!",
  text: "Det oppsto en feil på denne siden, og den stoppet. Samtalene dine er fortsatt lagret på denne enheten: Last inn på nytt for å komme tilbake til dem.",
  details: "Detaljer om feilen",
  reload: "Last inn siden på nytt",
  report: "Report This Error",
  clear: "Clear All Data",
  checkCode:
    "Hvis feilen kommer tilbake, kan du sjekke tilgangskoden i Innstillinger (knappen nederst til venstre) eller si fra til brukerstøtten.",
  saveFailed: "Kopien kunne ikke lagres, så ingenting er slettet.",
  screen: (error: string) => `Det oppsto en feil her (${error}). Resten av siden virker som før.`,
  retry: "Prøv igjen",
}
