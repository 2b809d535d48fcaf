import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"

export const ru: Texts["attachments"] = {
  attachments: "Вложения",
  removeAttachment: (name: string) => `Убрать ${name}`,
  viewImage: (name: string) => `Открыть ${name}`,
  attached: (count: number) =>
    plural("ru", count, { one: "# вложение готово", few: "# вложения готовы", other: "# вложений готово" }),
  dropTitle: "Отпустите, чтобы прикрепить",
  dropText: "Изображения, PDF и текстовые файлы. Они читаются прямо в вашем браузере.",
  leftOut: (count: number, limit: string) =>
    `Не поместилось файлов: ${count}. Вложений в сообщении может быть не больше ${limit}.`,
  refused: {
    "too-large": (name: string, limit: string) => `Файл ${name} слишком большой. Предел — ${limit}.`,
    "too-many": (name: string, limit: string) =>
      `Файл ${name} не поместился: вложений в сообщении может быть не больше ${limit}.`,
    unsupported: (name: string) =>
      `Файл ${name} здесь прочитать нельзя. Подходят изображения (JPEG, PNG, WebP, GIF, AVIF, HEIC), PDF и текстовые файлы (TXT, CSV, Markdown, код). Документ Word или Excel сохраните как PDF или CSV.`,
    empty: (name: string) => `Файл ${name} пуст.`,
    folder: (name: string) => `${name} — это папка. Перетащите файлы из неё.`,
    unreadable: (name: string) =>
      `Не удалось прочитать файл ${name}. Проверьте, что он ещё существует и что на устройстве есть место.`,
    "broken-image": (name: string) => `Не удалось открыть изображение ${name}. Возможно, оно повреждено.`,
    "broken-pdf": (name: string) => `Не удалось открыть PDF ${name}. Возможно, он повреждён.`,
    "locked-pdf": (name: string) => `Файл ${name} защищён паролем. Сохраните копию без пароля и прикрепите её.`,
    "scanned-pdf": (name: string, pages: string) =>
      `Файл ${name} (${pages}) — скан: в нём фотографии страниц без текста. Прикрепите страницы как изображения или PDF с текстом.`,
  },
  unseen: (model: string, count: number) =>
    count === 1
      ? `Модель ${model} не видит изображений. Ваше изображение остаётся здесь.`
      : `Модель ${model} не видит изображений. ${plural("ru", count, { one: "Ваше # изображение остаётся", few: "Ваши # изображения остаются", other: "Ваши # изображений остаются" })} здесь.`,
  unseenEarlier: (model: string) => `Модель ${model} не видит изображений этого чата, а только знает, что они есть.`,
  useModel: (model: string) => `Перейти на ${model}`,
  keepUnseen: (model: string) => `Продолжить с ${model}`,
  keptUnseen: (model: string) => `Модель ${model} получит текст и будет знать, что есть изображения, но не увидит их.`,
}
