import type { Texts } from "../../../texts.ts"

export const it: Texts["crash"] = {
  title: "Oops, something went wrong!",
  text: "Questa pagina ha riscontrato un errore e si è fermata. Le tue conversazioni sono ancora salvate su questo dispositivo: ricarica per ritrovarle.",
  details: "Dettagli dell’errore",
  reload: "Ricarica la pagina",
  report: "Report This Error",
  clear: "Clear All Data",
  checkCode:
    "Se l’errore si ripete, controlla il codice di accesso nelle Impostazioni (pulsante in basso a sinistra) o avvisa l’assistenza.",
  saveFailed: "Non è stato possibile salvare la copia, quindi non è stato cancellato nulla.",
  screen: (error: string) =>
    `Questa schermata ha riscontrato un errore (${error}). Il resto della pagina continua a funzionare.`,
  retry: "Riprova",
}
