import type { Texts } from "../../texts.ts"

export const sk: Texts["construction"] = {
  masks: "Masky sú pripravené roly, s ktorými môžete začať konverzáciu. Na tejto obrazovke ešte pracujeme.",
  newChat: "Tu budete začínať konverzácie s pripravenou rolou. Na tejto obrazovke ešte pracujeme.",
  images: "Tu budú obrázky, ktoré vytvoríte. Na tejto obrazovke ešte pracujeme.",
  newImage: "Tu obrázok opíšete a zvolíte jeho formát. Na tejto obrazovke ešte pracujeme.",
  artifact: "Tu sa otvárajú stránky vytvorené v konverzácii. Na tejto obrazovke ešte pracujeme.",
}
