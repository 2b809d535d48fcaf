import type { Texts } from "../../texts.ts"

export const en: Texts["logs"] = {
  intro:
    "The requests this browser made to the models, newest first. They stay on this device and hold none of the text of your chats.",
  openStatement: "Open statement",
  clear: "Clear the log",
  confirmClear: "Erase the log of this browser? Chats and the statement stay as they are.",
  empty: "No requests yet. Ask something and it appears here.",
  title: "title",
  summary: "summary",
  tokens: (input: string, output: string) => `${input} tokens sent, ${output} received`,
  seconds: (seconds: string) => `${seconds} s`,
  failed: "No answer",
}
