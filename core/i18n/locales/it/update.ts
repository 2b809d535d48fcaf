import type { Texts } from "../../texts.ts"

export const it: Texts["update"] = {
  error504: "Server sovraccarico (504). Riprova tra qualche secondo.",
  error502: "Errore del gateway (502). Riprova tra qualche secondo.",
  error503: "Servizio temporaneamente non disponibile (503). Riprova tra qualche secondo.",
  notJson: (contentType: string) => `Errore di aggiornamento: la risposta non è JSON valido (${contentType})`,
  failed: (status: string) => `Errore di aggiornamento: non è stato possibile ottenere il commit o il tag ${status}`,
}
