import { plural } from "../../plural.ts"
import type { Texts } from "../../texts.ts"

export const de: Texts["portable"] = {
  import: {
    title: "Importieren",
    hint: "Chats aus ChatGPT, Claude, Gemini, NextChat, Open WebUI oder LibreChat oder eine Sicherung von hier.",
    button: "Datei importieren",
    intro:
      "Wähle die exportierte Datei, als ZIP oder JSON. Sie wird hier auf deinem Gerät gelesen und geht nirgendwohin.",
    drop: "Oder lege die Datei hier ab. Bevor etwas übernommen wird, siehst du, was darin ist.",
    choose: "Datei wählen",
    chooseOther: "Andere Datei",
    steps: {
      reading: "Datei wird gelesen…",
      importing: "Chats werden übernommen…",
      restoring: "Wird wiederhergestellt…",
      undoing: "Import wird rückgängig gemacht…",
    },
    found: (count: number) =>
      plural("de", count, { one: "# neuer Chat in der Datei", other: "# neue Chats in der Datei" }),
    came: (count: number) => plural("de", count, { one: "# Chat übernommen", other: "# Chats übernommen" }),
    nothingNew: "Nichts Neues in dieser Datei",
    foundOther: "Neues in dieser Datei",
    cameOther: "Import abgeschlossen",
    period: (from: string, to: string) => (from === to ? from : `von ${from} bis ${to}`),
    labels: {
      chats: (count: number) => plural("de", count, { one: "Chat", other: "Chats" }),
      messages: (count: number) => plural("de", count, { one: "Nachricht", other: "Nachrichten" }),
      pictures: (count: number) => plural("de", count, { one: "Bild", other: "Bilder" }),
      versions: (count: number) => plural("de", count, { one: "Version", other: "Versionen" }),
      branches: (count: number) => plural("de", count, { one: "Zweig", other: "Zweige" }),
      masks: (count: number) => plural("de", count, { one: "Maske", other: "Masken" }),
      prompts: (count: number) => plural("de", count, { one: "Prompt", other: "Prompts" }),
      plugins: (count: number) => plural("de", count, { one: "Plugin", other: "Plugins" }),
    },
    grown: (count: number) =>
      plural("de", count, {
        one: "# Chat, der schon hier war, hat neue Nachrichten.",
        other: "# Chats, die schon hier waren, haben neue Nachrichten.",
      }),
    filled: (n: string) => `Chats von hier, die fehlende Bilder oder Texte von Anhängen bekommen: ${n}.`,
    leftOut: (count: number) => plural("de", count, { one: "# bleibt draußen", other: "# bleiben draußen" }),
    sum: (taken: string, left: string, all: string) => `${taken} + ${left} = ${all} in der Datei`,
    reasons: {
      empty: "ohne Nachrichten",
      known: "schon hier",
      damaged: "in der Datei beschädigt",
      activity: "andere Aktivität, kein Chat",
      unsupported: "von einer Art, die hier nicht gelesen wird",
      double: "doppelt in der Datei",
    },
    missingPictures: (count: number) =>
      plural("de", count, {
        one: "# Bild ist nicht in der Datei. Seine Stelle ist im Chat markiert.",
        other: "# Bilder sind nicht in der Datei. Ihre Stellen sind in den Chats markiert.",
      }),
    missingFiles: (count: number) =>
      plural("de", count, {
        one: "# Anhang hat nur seinen Namen: Der Text ist nicht in der Datei oder war nicht lesbar.",
        other: "# Anhänge haben nur ihre Namen: Der Text ist nicht in der Datei oder war nicht lesbar.",
      }),
    hidden: (n: string) => `Nachrichten, die die andere App nicht mehr zeigte, bleiben draußen: ${n}.`,
    otherFiles: (names: string, n: string) => `Dateien ohne Chats (${n}): ${names}`,
    cutFiles: (names: string) => `Das Ende dieser Dateien fehlt: ${names}. Lade sie für den Rest noch einmal herunter.`,
    sample: "Einige davon",
    settingsFound:
      "Die Datei enthält auch Einstellungen oder Zugangsschlüssel. Sie kommen nur mit, wenn du sie ankreuzt.",
    takeSettings: "Einstellungen übernehmen",
    takeKeys: "Adressen und Schlüssel übernehmen, ausgeschaltet",
    keysOff:
      "Adressen und Schlüssel der Datei sind ausgeschaltet. Prüfe sie in den Einstellungen, bevor du sie einschaltest.",
    import: "Übernehmen",
    show: "Chats ansehen",
    undo: "Import rückgängig machen",
    until: (day: string) => `bis ${day}`,
    undone: (count: number) =>
      plural("de", count, {
        one: "Import rückgängig gemacht: # Eintrag entfernt.",
        other: "Import rückgängig gemacht: # Einträge entfernt.",
      }),
    undoneKept: (count: number) =>
      plural("de", count, { one: "Du hast # geändert, der bleibt.", other: "Du hast # geändert, die bleiben." }),
    undonePassedOn: (count: number) =>
      plural("de", count, {
        one: "# Chat blieb, wie er ist, weil ein späterer Import ihn fortgesetzt hat. Mach auch diesen rückgängig.",
        other: "# Chats blieben, wie sie sind, weil spätere Importe sie fortgesetzt haben. Mach auch diese rückgängig.",
      }),
    cancelled: "Abgebrochen. Was schon da ist, bleibt und lässt sich rückgängig machen.",
    history: "Letzte Importe",
    historyHint: "30 Tage lang lassen sie sich rückgängig machen. Was du seitdem geändert hast, bleibt.",
    historyItem: (day: string, sources: string, n: string) => `${day} · ${sources} · ${n} Chats`,
    failed: "Die Datei konnte nicht importiert werden",
    troubles: {
      future:
        "Die Datei stammt von einer neueren Version. Lade die Seite neu und versuche es noch einmal. Hier wurde nichts geändert.",
      bomb: "Die Datei entpackt sich zu etwas viel zu Großem und wurde abgelehnt. Hier wurde nichts geändert.",
      damaged: "Die Datei ist beschädigt oder unvollständig. Lade sie noch einmal herunter.",
      several:
        "Eine Sicherung wird für sich wiederhergestellt: Wähle nur eine, ohne andere Dateien. Hier wurde nichts geändert.",
      locked:
        "Die Datei ist mit einem Passwort geschützt. Entpacke sie auf deinem Gerät, packe sie ohne Passwort neu und wähle die neue.",
      unsupported: "In dieser Datei wurde kein Chat erkannt.",
      packed:
        "Diese Datei ist in einem Format gepackt, das hier nicht gelesen wird. Entpacke sie auf deinem Gerät und wähle ihren Inhalt, oder fordere sie als ZIP an.",
      html: "Diese Google-Datei ist HTML. Fordere „Meine Aktivitäten“ in Takeout als JSON an.",
      unreadable:
        "Die Datei konnte nicht gelesen werden: Sie wurde geändert, verschoben oder ist noch nicht auf diesem Gerät. Wähle sie noch einmal.",
      storage: "Der Browser hat das Speichern der Chats nicht erlaubt. Versuche es noch einmal.",
      full: "In diesem Browser ist kein Platz mehr. Was schon da ist, bleibt.",
    },
    missingPicture: "Bild nicht enthalten",
    branch: "{title} (Zweig {number})",
  },
  restore: {
    title: "Sicherung erkannt",
    savedAt: (moment: string) => `Gespeichert: ${moment}`,
    join: "Zusammenführen",
    joinHint: "Was hier ist, bleibt, und was fehlt, kommt zurück.",
    replace: "Ersetzen",
    replaceHint: "Alles hier verschwindet. Vorher wird eine Kopie davon in deinen Downloads gespeichert.",
    takeSettings: "Auch die Einstellungen der Sicherung übernehmen",
    passphrase: "Passphrase der Sicherung, für Code und Schlüssel (optional)",
    noRoom: (size: string) => `In diesem Browser ist kein Platz für die ${size} der Sicherung.`,
    troubles: {
      passphrase: "Die Passphrase öffnet diese Sicherung nicht.",
      copy: "Die Sicherheitskopie konnte nicht gespeichert werden, deshalb wurde nichts ersetzt.",
    },
    damaged: "Die Sicherung wurde wiederhergestellt, aber ein Teil davon ließ sich nicht lesen:",
    records: "Nachrichten und andere Einträge",
    button: "Wiederherstellen",
  },
  backup: {
    title: "Sicherung",
    hint: "Eine Datei mit allem aus diesem Browser, auch den Bildern. NextChat kann sie lesen.",
    button: "Sicherung speichern",
    text: "Die Sicherung packt alles, was in diesem Browser gespeichert ist, in eine Datei, die du unter Importieren wiederherstellst.",
    save: "Sicherung speichern",
    saving: "Datei wird vorbereitet…",
  },
  export: {
    title: "Chat exportieren",
    step: (now: string, all: string) => `Schritt ${now} von ${all}`,
    chosen: (some: string, all: string) => `${some} von ${all} Nachrichten`,
    change: "Ändern",
    preview: "Vorschau ansehen",
    all: "Alle",
    latest: "Letzte 4",
    none: "Keine",
    filter: "Nachrichten filtern",
    messages: "Nachrichten",
    mask: "Nachrichten der Maske mitnehmen",
    reasoning: "Gedankengang",
    files: "Text der Anhänge",
    costs: "Kosten",
    failed: "fehlgeschlagen",
    running: "kommt noch an",
    format: "Format",
    image: "Bild",
    print: "Drucken",
    printHint:
      "Öffnet das Druckfenster des Browsers mit dem, was ausgewählt ist. Dort lässt es sich auch als PDF speichern.",
    printFailed: "Dieser Browser hat sein Druckfenster nicht geöffnet",
    oneImage: "Ein einziges Bild",
    light: "Heller Hintergrund",
    dark: "Dunkler Hintergrund",
    size: (count: number, width: string, height: string, bytes: string) =>
      `${plural("de", count, { one: "# Bild", other: "# Bilder" })} · ${width} × ${height} px · ${bytes}`,
    making: "Vorschau wird vorbereitet…",
    copy: "Kopieren",
    download: "Herunterladen",
    share: "Teilen",
    downloaded: "Datei heruntergeladen",
    shared: "Geteilt",
    downloadFailed: "Download fehlgeschlagen.",
    imageFailed: "Dieser Browser konnte das Bild nicht zeichnen. Versuche Markdown oder Drucken.",
    you: "Du",
    assistant: "Assistent",
    system: "Anweisungen",
    cost: (amount: string) => `Kosten: ${amount}`,
  },
}
