import type { Texts } from "../../texts.ts"

export const no: Texts["data"] = {
  wipe: {
    title: "Slett alt i denne nettleseren",
    text: "Ingenting slettes før du har lagret en kopi og skrevet ordet det spørres om.",
    reading: "Leser det som er lagret …",
    unreadable: "Dette kunne ikke leses og er derfor ikke med i kopien:",
    leftOut: (names: string) => `Heller ikke med i kopien: ${names}`,
    copyTitle: "Lagre en kopi",
    withoutSecrets:
      "Kopien inneholder samtaler, bilder, prompter og innstillinger. Tilgangskoden, nøklene og passordene er ikke med.",
    includeSecrets: "Ta med koden, nøklene og passordene, beskyttet av en passfrase",
    insecure: "Uten https kan ikke denne nettleseren beskytte koden og nøklene, så de er ikke med i kopien.",
    passphrase: "Passfrase for kopien",
    passphraseHint: "Minst 12 tegn eller 4 ord. Uten passfrasen kan ingen åpne den delen igjen.",
    passphraseAgain: "Gjenta passfrasen",
    passphraseDiffers: "De to passfrasene er ulike.",
    save: "Lagre kopien",
    saved: (name: string) =>
      `Kopien er overlatt til nettleseren: ${name}. Sjekk at den ligger blant nedlastingene dine.`,
    changed: "Noe ble endret etter kopien. Lagre en ny før du sletter.",
    without: "Slett likevel, uten en fullstendig kopi",
    wipeTitle: "Slett",
    word: "SLETT",
    typeWord: (word: string) => `Skriv ${word} for å slette`,
    refused: "Nettleseren nektet. Det som ikke ble slettet, er fortsatt her.",
    kinds: {
      database: "Hele databasen i denne nettleseren",
      sessions: "Samtale",
      messages: "Melding",
      drafts: "Utkast",
      attachments: "Vedlegg som ikke er sendt",
      images: "Bilder",
      prompts: "Prompt",
      settings: "Innstillinger",
      folders: "Mappe",
      local: "Valg",
    },
  },
  damage: {
    title: "Skadede oppføringer",
    hint: "De ble lagt til side så resten virker. Lagre dem som de er, for å ta vare på dem eller vise dem til brukerstøtten.",
    text: "Noen lagrede oppføringer er skadet og ble lagt til side. Alt annet virker som før.",
    save: "Lagre som de er",
    saveFailed: "Filen kunne ikke lagres.",
  },
}
