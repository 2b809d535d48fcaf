import type { Texts } from "../../texts.ts"

export const it: Texts["data"] = {
  wipe: {
    title: "Eliminare tutto da questo browser",
    text: "Nulla viene eliminato prima che tu abbia salvato una copia e scritto la parola richiesta.",
    reading: "Lettura di ciò che è salvato…",
    unreadable: "Non si è potuto leggere, quindi non è nella copia:",
    leftOut: (names: string) => `Resta fuori dalla copia anche: ${names}`,
    copyTitle: "Salvare una copia",
    withoutSecrets:
      "La copia contiene conversazioni, immagini, prompt e impostazioni. Il codice di accesso, le chiavi e le password ne restano fuori.",
    includeSecrets: "Includere codice, chiavi e password, protetti da una passphrase",
    insecure:
      "Senza https questo browser non può proteggere il codice e le chiavi, che quindi restano fuori dalla copia.",
    passphrase: "Passphrase della copia",
    passphraseHint: "Almeno 12 caratteri o 4 parole. Senza la passphrase nessuno potrà più aprire quella parte.",
    passphraseAgain: "Ripeti la passphrase",
    passphraseDiffers: "Le due passphrase sono diverse.",
    save: "Salva la copia",
    saved: (name: string) => `Copia consegnata al browser: ${name}. Controlla che sia tra i tuoi download.`,
    changed: "Qualcosa è cambiato dopo la copia. Salvane un’altra prima di eliminare.",
    without: "Elimina comunque, senza una copia completa",
    wipeTitle: "Eliminare",
    word: "ELIMINA",
    typeWord: (word: string) => `Per eliminare, scrivi ${word}`,
    refused: "Il browser ha rifiutato. Ciò che non è stato eliminato è ancora qui.",
    kinds: {
      database: "L’intero database di questo browser",
      sessions: "Conversazione",
      messages: "Messaggio",
      drafts: "Bozza",
      attachments: "Allegati non inviati",
      images: "Immagini",
      prompts: "Prompt",
      settings: "Impostazioni",
      folders: "Cartella",
      local: "Preferenze",
    },
  },
  damage: {
    title: "Record danneggiati",
    hint: "Sono stati messi da parte perché il resto funzioni. Salvali così come sono, per conservarli o mostrarli all’assistenza.",
    text: "Alcuni record salvati sono danneggiati e sono stati messi da parte. Tutto il resto continua a funzionare.",
    save: "Salva così come sono",
    saveFailed: "Non è stato possibile salvare il file.",
  },
}
