import type { Texts } from "../../texts.ts"

export const de: Texts["logs"] = {
  intro:
    "Die Anfragen dieses Browsers an die Modelle, die neuesten zuerst. Sie bleiben auf diesem Gerät und enthalten keinen Text aus den Chats.",
  openStatement: "Kontoauszug ansehen",
  clear: "Protokoll leeren",
  confirmClear: "Das Protokoll dieses Browsers löschen? Chats und Kontoauszug bleiben, wie sie sind.",
  empty: "Noch keine Anfragen. Stell eine Frage, dann erscheint sie hier.",
  title: "Titel",
  summary: "Zusammenfassung",
  tokens: (input: string, output: string) => `${input} Token gesendet, ${output} empfangen`,
  seconds: (seconds: string) => `${seconds} s`,
  failed: "Keine Antwort",
}
