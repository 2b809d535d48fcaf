import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"

export const it: Texts["attachments"] = {
  attachments: "Allegati",
  removeAttachment: (name: string) => `Rimuovi ${name}`,
  viewImage: (name: string) => `Vedi ${name}`,
  attached: (count: number) => plural("it", count, { one: "# allegato pronto", other: "# allegati pronti" }),
  dropTitle: "Rilascia per allegare",
  dropText: "Immagini, PDF e file di testo. Vengono letti qui, nel tuo browser.",
  leftOut: (count: number, limit: string) =>
    `${count} file sono rimasti fuori: un messaggio può avere ${limit} allegati.`,
  refused: {
    "too-large": (name: string, limit: string) => `${name} è troppo grande. Il limite è ${limit}.`,
    "too-many": (name: string, limit: string) => `${name} è rimasto fuori: un messaggio può avere ${limit} allegati.`,
    unsupported: (name: string) =>
      `${name} non può essere letto qui. Vanno bene immagini (JPEG, PNG, WebP, GIF, AVIF, HEIC), PDF e file di testo (TXT, CSV, Markdown, codice). Da Word o Excel, esporta in PDF o CSV.`,
    empty: (name: string) => `${name} è vuoto.`,
    folder: (name: string) => `${name} è una cartella. Trascina i file che contiene.`,
    unreadable: (name: string) =>
      `Non è stato possibile leggere ${name}. Controlla che il file esista ancora e che ci sia spazio sul dispositivo.`,
    "broken-image": (name: string) => `Non è stato possibile aprire l’immagine ${name}. Potrebbe essere danneggiata.`,
    "broken-pdf": (name: string) => `Non è stato possibile aprire il PDF ${name}. Potrebbe essere danneggiato.`,
    "locked-pdf": (name: string) => `${name} è protetto da password. Salva una copia senza password e allega quella.`,
    "scanned-pdf": (name: string, pages: string) =>
      `${name} (${pages}) è una scansione: contiene foto delle pagine, senza testo. Allega le pagine come immagini, oppure un PDF con testo.`,
  },
  unseen: (model: string, count: number) =>
    count === 1
      ? `${model} non vede le immagini. La tua immagine resta qui.`
      : `${model} non vede le immagini. Le tue ${count} immagini restano qui.`,
  unseenEarlier: (model: string) => `${model} non vede le immagini di questa conversazione, sa solo che esistono.`,
  useModel: (model: string) => `Usa ${model}`,
  keepUnseen: (model: string) => `Continua con ${model}`,
  keptUnseen: (model: string) =>
    `${model} riceverà il testo e saprà che ci sono immagini, senza vedere che cosa contengono.`,
}
