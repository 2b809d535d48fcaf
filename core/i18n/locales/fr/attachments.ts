import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"

export const fr: Texts["attachments"] = {
  attachments: "Pièces jointes",
  removeAttachment: (name: string) => `Retirer ${name}`,
  viewImage: (name: string) => `Voir ${name}`,
  attached: (count: number) => plural("fr", count, { one: "# pièce jointe prête", other: "# pièces jointes prêtes" }),
  dropTitle: "Déposez pour joindre",
  dropText: "Images, PDF et fichiers texte. Ils sont lus ici, dans votre navigateur.",
  leftOut: (count: number, limit: string) =>
    `${count} fichiers n’ont pas été joints : un message accepte ${limit} pièces jointes.`,
  refused: {
    "too-large": (name: string, limit: string) => `${name} est trop volumineux. La limite est de ${limit}.`,
    "too-many": (name: string, limit: string) =>
      `${name} n’a pas été joint : un message accepte ${limit} pièces jointes.`,
    unsupported: (name: string) =>
      `${name} ne peut pas être lu ici. Sont acceptés les images (JPEG, PNG, WebP, GIF, AVIF, HEIC), les PDF et les fichiers texte (TXT, CSV, Markdown, code). Pour un fichier Word ou Excel, exportez-le en PDF ou CSV.`,
    empty: (name: string) => `${name} est vide.`,
    folder: (name: string) => `${name} est un dossier. Faites glisser les fichiers qu’il contient.`,
    unreadable: (name: string) =>
      `${name} n’a pas pu être lu. Vérifiez que le fichier existe toujours et que l’appareil a de la place.`,
    "broken-image": (name: string) => `L’image ${name} n’a pas pu être ouverte. Elle est peut-être endommagée.`,
    "broken-pdf": (name: string) => `Le PDF ${name} n’a pas pu être ouvert. Il est peut-être endommagé.`,
    "locked-pdf": (name: string) =>
      `${name} est protégé par un mot de passe. Enregistrez une copie sans mot de passe et joignez-la.`,
    "scanned-pdf": (name: string, pages: string) =>
      `${name} (${pages}) est numérisé : ce sont des photos des pages, sans texte. Joignez les pages en images, ou un PDF avec du texte.`,
  },
  unseen: (model: string, count: number) =>
    count === 1
      ? `${model} ne voit pas les images. Votre image reste ici.`
      : `${model} ne voit pas les images. Vos ${count} images restent ici.`,
  unseenEarlier: (model: string) =>
    `${model} ne voit pas les images de cette conversation, il sait seulement qu’elles existent.`,
  useModel: (model: string) => `Utiliser ${model}`,
  keepUnseen: (model: string) => `Continuer avec ${model}`,
  keptUnseen: (model: string) =>
    `${model} recevra le texte et saura qu’il y a des images, sans voir ce qu’elles contiennent.`,
}
