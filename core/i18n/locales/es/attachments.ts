import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"

export const es: Texts["attachments"] = {
  attachments: "Adjuntos",
  removeAttachment: (name: string) => `Quitar ${name}`,
  viewImage: (name: string) => `Ver ${name}`,
  attached: (count: number) => plural("es", count, { one: "# adjunto listo", other: "# adjuntos listos" }),
  dropTitle: "Suelta para adjuntar",
  dropText: "Imágenes, PDF y archivos de texto. Se leen aquí, en tu navegador.",
  leftOut: (count: number, limit: string) => `Quedaron fuera ${count} archivos: caben ${limit} adjuntos por mensaje.`,
  refused: {
    "too-large": (name: string, limit: string) => `${name} es demasiado grande. El límite es ${limit}.`,
    "too-many": (name: string, limit: string) => `${name} quedó afuera: caben ${limit} adjuntos por mensaje.`,
    unsupported: (name: string) =>
      `${name} no se puede leer aquí. Funcionan imágenes (JPEG, PNG, WebP, GIF, AVIF, HEIC), PDF y archivos de texto (TXT, CSV, Markdown, código). Si es de Word o Excel, expórtalo a PDF o CSV.`,
    empty: (name: string) => `${name} está vacío.`,
    folder: (name: string) => `${name} es una carpeta. Arrastra los archivos que hay dentro.`,
    unreadable: (name: string) =>
      `No se pudo leer ${name}. Revisa que el archivo todavía exista y que haya espacio en el dispositivo.`,
    "broken-image": (name: string) => `No se pudo abrir la imagen ${name}. Puede estar dañada.`,
    "broken-pdf": (name: string) => `No se pudo abrir el PDF ${name}. Puede estar dañado.`,
    "locked-pdf": (name: string) =>
      `${name} está protegido con contraseña. Guarda una copia sin contraseña y adjúntala.`,
    "scanned-pdf": (name: string, pages: string) =>
      `${name} (${pages}) está escaneado: son fotos de las páginas, sin texto. Adjunta las páginas como imágenes, o un PDF con texto.`,
  },
  unseen: (model: string, count: number) =>
    count === 1
      ? `${model} no ve imágenes. Tu imagen sigue aquí.`
      : `${model} no ve imágenes. Tus ${count} imágenes siguen aquí.`,
  unseenEarlier: (model: string) => `${model} no ve las imágenes de esta conversación, solo sabe que existen.`,
  useModel: (model: string) => `Usar ${model}`,
  keepUnseen: (model: string) => `Seguir con ${model}`,
  keptUnseen: (model: string) => `${model} recibirá el texto y sabrá que hay imágenes, sin ver qué hay en ellas.`,
}
