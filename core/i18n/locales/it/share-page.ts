import type { Texts } from "../../texts.ts"

export const it: Texts["share-page"] = {
  shared: (product: string) => `${product} · conversazione condivisa`,
  untitled: "Conversazione",
  until: (day: string) => `disponibile fino al ${day}`,
  question: "Domanda",
  answer: "Risposta",
  written: "Scritto da un’intelligenza artificiale. Controlla ciò che conta.",
  continueIn: (product: string) => `Continua in ${product}`,
  report: "Segnala",
  reportWhy: "Che cosa non va? Se vuoi, scrivilo qui.",
  reportSend: "Invia segnalazione",
  reported: "Grazie per averci avvisato. Guarderemo questa pagina.",
  page: (number: number, of: number) => `Pagina ${number} di ${of}`,
  next: "Continua a leggere",
  previous: "Pagina precedente",
  missing: "Questo link non esiste o è stato eliminato.",
  unreadable: "Questa conversazione ora non si può leggere. Riprova tra poco.",
  expired: "Questo link è scaduto.",
  removed: "Questo link è stato rimosso.",
  hidden: "Questa pagina è stata segnalata e attende una verifica.",
}
