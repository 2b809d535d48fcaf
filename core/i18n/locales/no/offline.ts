import type { Texts } from "../../texts.ts"

export const no: Texts["offline"] = {
  newVersion: "Ny versjon er klar",
  update: "Oppdater",
  app: "App",
  appHint: "Fra startskjermen åpnes den i et eget vindu, også uten internett.",
  install: "Installer",
  installed: "Allerede installert på denne enheten.",
  installOnIos: "Trykk på Del og deretter «Legg til på Hjem-skjerm» for å installere.",
  installByMenu: "Åpne nettleserens meny og velg «Installer» eller «Legg til på startskjermen» for å installere.",
  installOffer: "Vil du åpne chatten rett fra startskjermen, også uten internett?",
}
