import type { Texts } from "../../texts.ts"

export const de: Texts["server"] = {
  title: "Adresse des Servers",
  hint: "Diese App spricht über einen Server. Wer ihn betreibt, nennt dir die Adresse.",
  connect: "Verbinden",
  connecting: "Der Server wird gesucht…",
  noAddress: "Das ist keine Adresse. Sie sieht aus wie https://chat.beispiel.de",
  notSecure: "Die Adresse muss mit https:// beginnen, damit unterwegs niemand deine Chats liest.",
  noAnswer:
    "Dort hat kein Server geantwortet, oder er lässt diese App nicht zu. Prüfe die Adresse oder frage, wer ihn betreibt.",
  settingHint:
    "Wo deine Nachrichten beantwortet werden. Ein anderer Server entfernt den Zugangscode von diesem Gerät; die Chats bleiben.",
}
