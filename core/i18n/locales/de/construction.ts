import type { Texts } from "../../texts.ts"

export const de: Texts["construction"] = {
  images: "Hier liegen bald die Bilder, die du erzeugst. Diese Ansicht ist noch im Aufbau.",
  newImage: "Hier beschreibst du bald ein Bild und wählst sein Format. Diese Ansicht ist noch im Aufbau.",
}
