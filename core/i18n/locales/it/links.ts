import type { Texts } from "../../texts.ts"

export const it: Texts["links"] = {
  question: "Il link che hai aperto vuole modificare quanto segue su questo dispositivo:",
  questionWithAddress:
    "Il link che hai aperto vuole modificare quanto segue su questo dispositivo. Le tue conversazioni passerebbero da questo indirizzo: accetta solo se ti fidi di chi ti ha mandato il link.",
  apply: "Applica",
  key: "La tua chiave OpenAI",
  keyThere: "La chiave che è già qui, inviata a questo indirizzo",
  address: "Indirizzo di OpenAI",
  applied: "Impostazioni applicate",
  off: "Questo sito non accetta impostazioni tramite link. Puoi scriverle nelle Impostazioni.",
}
