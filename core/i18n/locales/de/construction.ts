import type { Texts } from "../../texts.ts"

export const de: Texts["construction"] = {
  masks: "Masken sind fertige Rollen, mit denen du einen Chat beginnst. Diese Ansicht ist noch im Aufbau.",
  newChat: "Hier beginnst du bald Chats mit einer fertigen Rolle. Diese Ansicht ist noch im Aufbau.",
  images: "Hier liegen bald die Bilder, die du erzeugst. Diese Ansicht ist noch im Aufbau.",
  newImage: "Hier beschreibst du bald ein Bild und wählst sein Format. Diese Ansicht ist noch im Aufbau.",
  artifact: "Hier öffnen sich Seiten, die in einem Chat entstanden sind. Diese Ansicht ist noch im Aufbau.",
}
