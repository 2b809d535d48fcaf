import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"

export const sk: Texts["dialogs"] = {
  memoryHint:
    "Keď je konverzácia dlhá, jej začiatok sa zmení na toto zhrnutie, ktoré sa posiela s každou otázkou. Text môžete upraviť.",
  memoryText: "Zhrnutie",
  memoryEmpty: "Zatiaľ nič uložené.",
  memoryTooShort: "Táto konverzácia je na zhrnutie príliš krátka.",
  memoryDue: "Zhrnutie vznikne po ďalšej odpovedi.",
  memoryCovers: (count: number) =>
    count === 1
      ? "Zahŕňa prvú správu."
      : plural("sk", count, {
          few: "Zahŕňa prvé # správy.",
          other: "Zahŕňa prvých # správ.",
        }),
  memoryPaused: "Pozastaviť pamäť",
  memoryPausedHint: "Zhrnutie sa neposiela ani neaktualizuje.",
  memoryClear: "Vymazať pamäť",
  memoryClearConfirm: "Vymazať zhrnutie tejto konverzácie?",
  memorySaved: "Pamäť uložená",
  presets: "Zapamätané správy",
  presetsHint: "Model si tieto správy prečíta pred každou odpoveďou.",
  presetRemove: "Už si túto správu nepamätať",
  selectTextHint: "Stlačte a ťahaním vyberte časť alebo skopírujte všetko.",
  copyAll: "Kopírovať všetko",
  editDropped: "Úpravy zahodené",
  messageGone: "Táto správa bola vymazaná na inej karte. Čo ste napísali, zostalo tu.",
  editTitle: "Upraviť správu",
  topic: "Téma",
  messageText: "Správa",
  answerText: "Odpoveď",
  saveOnly: "Len uložiť",
  sendAgain: "Odoslať znova",
  sendAgainHint: "Predchádzajúcu odpoveď nájdete pod ‹ ›.",
  sendInBranch: "Odoslať v inej konverzácii",
  saveInBranch: "Uložiť v inej konverzácii",
  shortcutNames: {
    newChat: "Otvoriť novú konverzáciu",
    focusInput: "Prejsť do poľa správy",
    lastMessage: "Vrátiť poslednú správu",
    copyReply: "Skopírovať poslednú odpoveď",
    copyCode: "Skopírovať posledný blok kódu",
    showShortcuts: "Zobraziť skratky",
    previousChat: "Predchádzajúca konverzácia",
    nextChat: "Ďalšia konverzácia",
    prompts: "Prompty",
    commands: "Príkazy",
    send: "Odoslať",
    newLine: "Nový riadok",
  },
  keys: { Control: "Ctrl", Shift: "Shift", Alt: "Alt", Escape: "Esc" },
  otherEdition: "Iná verzia, napísaná súčasne inde",
  useEdition: "Použiť túto",
}
