import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"

export const cs: Texts["dialogs"] = {
  memoryHint:
    "Když je konverzace dlouhá, její začátek se změní v toto shrnutí, které se posílá s každým dotazem. Text můžete upravit.",
  memoryText: "Shrnutí",
  memoryEmpty: "Zatím nic uloženo.",
  memoryTooShort: "Tato konverzace je na shrnutí příliš krátká.",
  memoryDue: "Shrnutí vznikne po příští odpovědi.",
  memoryCovers: (count: number) =>
    count === 1
      ? "Zahrnuje první zprávu."
      : plural("cs", count, {
          few: "Zahrnuje první # zprávy.",
          other: "Zahrnuje prvních # zpráv.",
        }),
  memoryPaused: "Pozastavit paměť",
  memoryPausedHint: "Shrnutí se neposílá ani neaktualizuje.",
  memoryClear: "Vymazat paměť",
  memoryClearConfirm: "Vymazat shrnutí této konverzace?",
  memorySaved: "Paměť uložena",
  presets: "Zapamatované zprávy",
  presetsHint: "Model si tyto zprávy přečte před každou odpovědí.",
  presetRemove: "Už si tuto zprávu nepamatovat",
  selectTextHint: "Stiskněte a tažením vyberte část, nebo zkopírujte vše.",
  copyAll: "Kopírovat vše",
  editDropped: "Úpravy zahozeny",
  messageGone: "Tato zpráva byla smazána na jiné kartě. Co jste napsali, zůstalo zde.",
  editTitle: "Upravit zprávu",
  topic: "Téma",
  messageText: "Zpráva",
  answerText: "Odpověď",
  saveOnly: "Jen uložit",
  sendAgain: "Odeslat znovu",
  sendAgainHint: "Předchozí odpověď najdete pod ‹ ›.",
  sendInBranch: "Odeslat v jiné konverzaci",
  saveInBranch: "Uložit v jiné konverzaci",
  shortcutNames: {
    newChat: "Otevřít novou konverzaci",
    focusInput: "Přejít do pole zprávy",
    lastMessage: "Vrátit poslední zprávu",
    copyReply: "Zkopírovat poslední odpověď",
    copyCode: "Zkopírovat poslední blok kódu",
    showShortcuts: "Zobrazit zkratky",
    previousChat: "Předchozí konverzace",
    nextChat: "Další konverzace",
    prompts: "Prompty",
    commands: "Příkazy",
    send: "Odeslat",
    newLine: "Nový řádek",
  },
  keys: { Control: "Ctrl", Shift: "Shift", Alt: "Alt", Escape: "Esc" },
  otherEdition: "Jiná verze, napsaná současně jinde",
  useEdition: "Použít tuto",
}
