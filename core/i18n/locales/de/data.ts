import type { Texts } from "../../texts.ts"

export const de: Texts["data"] = {
  wipe: {
    title: "Alles in diesem Browser löschen",
    text: "Nichts wird gelöscht, bevor du eine Kopie gespeichert und das verlangte Wort geschrieben hast.",
    reading: "Gespeichertes wird gelesen …",
    unreadable: "Das war nicht lesbar und ist deshalb nicht in der Kopie:",
    leftOut: (names: string) => `Ebenfalls nicht in der Kopie: ${names}`,
    copyTitle: "Eine Kopie speichern",
    withoutSecrets:
      "Die Kopie enthält Unterhaltungen, Bilder, Prompts und Einstellungen. Zugangscode, Schlüssel und Passwörter sind nicht darin.",
    includeSecrets: "Code, Schlüssel und Passwörter aufnehmen, geschützt durch eine Passphrase",
    insecure:
      "Ohne https kann dieser Browser Code und Schlüssel nicht schützen, deshalb bleiben sie außerhalb der Kopie.",
    passphrase: "Passphrase der Kopie",
    passphraseHint: "Mindestens 12 Zeichen oder 4 Wörter. Ohne sie kann niemand diesen Teil wieder öffnen.",
    passphraseAgain: "Passphrase wiederholen",
    passphraseDiffers: "Die beiden Passphrasen sind verschieden.",
    save: "Kopie speichern",
    saved: (name: string) => `Kopie an den Browser übergeben: ${name}. Prüfe, ob sie in deinen Downloads liegt.`,
    changed: "Nach der Kopie hat sich etwas geändert. Speichere vor dem Löschen eine neue.",
    without: "Trotzdem löschen, ohne vollständige Kopie",
    wipeTitle: "Löschen",
    word: "LÖSCHEN",
    typeWord: (word: string) => `Zum Löschen ${word} schreiben`,
    refused: "Der Browser hat es verweigert. Was nicht gelöscht wurde, ist noch da.",
    kinds: {
      database: "Die ganze Datenbank dieses Browsers",
      sessions: "Unterhaltung",
      messages: "Nachricht",
      drafts: "Entwurf",
      attachments: "Nicht gesendete Anhänge",
      images: "Bilder",
      prompts: "Prompt",
      settings: "Einstellungen",
      folders: "Ordner",
      local: "Vorlieben",
    },
  },
  damage: {
    title: "Beschädigte Einträge",
    hint: "Sie wurden beiseitegelegt, damit der Rest funktioniert. Speichere sie, wie sie sind, zum Aufbewahren oder für den Support.",
    text: "Einige gespeicherte Einträge sind beschädigt und wurden beiseitegelegt. Alles andere funktioniert weiter.",
    save: "Speichern, wie sie sind",
    saveFailed: "Die Datei konnte nicht gespeichert werden.",
  },
}
