import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"

export const de: Texts["attachments"] = {
  attachments: "Anhänge",
  removeAttachment: (name: string) => `${name} entfernen`,
  viewImage: (name: string) => `${name} ansehen`,
  attached: (count: number) => plural("de", count, { one: "# Anhang bereit", other: "# Anhänge bereit" }),
  dropTitle: "Zum Anhängen loslassen",
  dropText: "Bilder, PDFs und Textdateien. Sie werden hier in deinem Browser gelesen.",
  leftOut: (count: number, limit: string) =>
    `${count} Dateien passten nicht mehr dazu: Pro Nachricht sind ${limit} Anhänge möglich.`,
  refused: {
    "too-large": (name: string, limit: string) => `${name} ist zu groß. Die Grenze liegt bei ${limit}.`,
    "too-many": (name: string, limit: string) =>
      `${name} passte nicht mehr dazu: Pro Nachricht sind ${limit} Anhänge möglich.`,
    unsupported: (name: string) =>
      `${name} kann hier nicht gelesen werden. Es gehen Bilder (JPEG, PNG, WebP, GIF, AVIF, HEIC), PDFs und Textdateien (TXT, CSV, Markdown, Code). Exportiere Word- oder Excel-Dateien als PDF oder CSV.`,
    empty: (name: string) => `${name} ist leer.`,
    folder: (name: string) => `${name} ist ein Ordner. Ziehe die Dateien darin hierher.`,
    unreadable: (name: string) =>
      `${name} konnte nicht gelesen werden. Prüfe, ob es die Datei noch gibt und ob auf dem Gerät Platz ist.`,
    "broken-image": (name: string) => `Das Bild ${name} konnte nicht geöffnet werden. Es ist vielleicht beschädigt.`,
    "broken-pdf": (name: string) => `Das PDF ${name} konnte nicht geöffnet werden. Es ist vielleicht beschädigt.`,
    "locked-pdf": (name: string) =>
      `${name} ist mit einem Passwort geschützt. Speichere eine Kopie ohne Passwort und hänge sie an.`,
    "scanned-pdf": (name: string, pages: string) =>
      `${name} (${pages}) ist eingescannt: Es enthält Fotos der Seiten, aber keinen Text. Hänge die Seiten als Bilder an oder ein PDF mit Text.`,
  },
  unseen: (model: string, count: number) =>
    count === 1
      ? `${model} sieht keine Bilder. Dein Bild bleibt hier.`
      : `${model} sieht keine Bilder. Deine ${count} Bilder bleiben hier.`,
  unseenEarlier: (model: string) => `${model} sieht die Bilder dieses Chats nicht, weiß aber, dass es sie gibt.`,
  useModel: (model: string) => `${model} verwenden`,
  keepUnseen: (model: string) => `Weiter mit ${model}`,
  keptUnseen: (model: string) =>
    `${model} bekommt den Text und erfährt, dass es Bilder gibt, ohne zu sehen, was darauf ist.`,
}
