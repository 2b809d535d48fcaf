import type { Texts } from "../../texts.ts"

export const de: Texts["links"] = {
  question: "Der Link, den du geöffnet hast, will auf diesem Gerät Folgendes ändern:",
  questionWithAddress:
    "Der Link, den du geöffnet hast, will auf diesem Gerät Folgendes ändern. Deine Chats würden über diese Adresse laufen: Stimme nur zu, wenn du dem Absender des Links vertraust.",
  apply: "Übernehmen",
  key: "Dein OpenAI-Schlüssel",
  keyThere: "Der Schlüssel, der schon hier ist, wird an diese Adresse gesendet",
  address: "OpenAI-Adresse",
  applied: "Einstellungen übernommen",
  off: "Diese Website nimmt keine Einstellungen per Link an. Du kannst sie in den Einstellungen eintippen.",
}
