import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"

export const no: Texts["attachments"] = {
  attachments: "Vedlegg",
  removeAttachment: (name: string) => `Fjern ${name}`,
  viewImage: (name: string) => `Vis ${name}`,
  attached: (count: number) => plural("nb", count, { one: "# vedlegg klart", other: "# vedlegg klare" }),
  dropTitle: "Slipp for å legge ved",
  dropText: "Bilder, PDF-er og tekstfiler. De leses her i nettleseren din.",
  leftOut: (count: number, limit: string) =>
    `${count} filer ble ikke med: Det er plass til ${limit} vedlegg per melding.`,
  refused: {
    "too-large": (name: string, limit: string) => `${name} er for stor. Grensen er ${limit}.`,
    "too-many": (name: string, limit: string) => `${name} ble ikke med: Det er plass til ${limit} vedlegg per melding.`,
    unsupported: (name: string) =>
      `${name} kan ikke leses her. Bilder (JPEG, PNG, WebP, GIF, AVIF, HEIC), PDF og tekstfiler (TXT, CSV, Markdown, kode) fungerer. Eksporter Word- eller Excel-filer som PDF eller CSV.`,
    empty: (name: string) => `${name} er tom.`,
    folder: (name: string) => `${name} er en mappe. Dra filene som ligger i den.`,
    unreadable: (name: string) =>
      `${name} kunne ikke leses. Sjekk at filen fortsatt finnes, og at det er plass på enheten.`,
    "broken-image": (name: string) => `Bildet ${name} kunne ikke åpnes. Det kan være skadet.`,
    "broken-pdf": (name: string) => `PDF-en ${name} kunne ikke åpnes. Den kan være skadet.`,
    "locked-pdf": (name: string) => `${name} er beskyttet med passord. Lagre en kopi uten passord, og legg ved den.`,
    "scanned-pdf": (name: string, pages: string) =>
      `${name} (${pages}) er skannet: Den har bilder av sidene, men ingen tekst. Legg ved sidene som bilder, eller en PDF med tekst.`,
  },
  unseen: (model: string, count: number) =>
    count === 1
      ? `${model} ser ikke bilder. Bildet ditt blir liggende her.`
      : `${model} ser ikke bilder. ${plural("nb", count, { other: "De # bildene dine" })} blir liggende her.`,
  unseenEarlier: (model: string) => `${model} ser ikke bildene i denne samtalen og vet bare at de finnes.`,
  useModel: (model: string) => `Bruk ${model}`,
  keepUnseen: (model: string) => `Fortsett med ${model}`,
  keptUnseen: (model: string) => `${model} får teksten og vet at det finnes bilder, men ser ikke hva de viser.`,
}
