import type { Texts } from "../../texts.ts"

export const no: Texts["offline"] = {
  newVersion: "Ny versjon er klar",
  update: "Oppdater",
  updateLoses:
    "Siden lastes inn på nytt, og det som bare finnes i denne fanen, går tapt: midlertidige samtaler og det som ikke kunne lagres.",
  app: "App",
  appHint: "Fra startskjermen åpnes den i et eget vindu, også uten internett.",
  install: "Installer",
  installed: "Allerede installert på denne enheten.",
  installOnIos: "Trykk på Del og deretter «Legg til på Hjem-skjerm» for å installere.",
  installByMenu: "Åpne nettleserens meny og velg «Installer» eller «Legg til på startskjermen» for å installere.",
  installOffer: "Vil du åpne chatten rett fra startskjermen, også uten internett?",
}
