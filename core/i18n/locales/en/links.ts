import type { Texts } from "../../texts.ts"

export const en: Texts["links"] = {
  question: "The link you opened wants to change this on this device:",
  questionWithAddress:
    "The link you opened wants to change this on this device. Your chats would go through this address: accept only if you trust whoever sent the link.",
  apply: "Apply",
  key: "Your OpenAI key",
  keyThere: "The key that is already here, sent to this address",
  address: "OpenAI address",
  applied: "Settings applied",
  off: "This site does not accept settings from links. You can type them in Settings.",
}
