import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"

export const ru: Texts["prompts"] = {
  title: "Промпты",
  search: "Искать промпты",
  count: (own: number, builtin: number) =>
    `${plural("ru", own, { one: "# ваш", other: "# ваших" })}, ${plural("ru", builtin, { one: "# готовый", other: "# готовых" })}`,
  found: (count: number) =>
    count === 0
      ? "Промпты не найдены"
      : plural("ru", count, {
          one: "Найден # промпт",
          few: "Найдено # промпта",
          other: "Найдено # промптов",
        }),
  add: "Новый промпт",
  edit: "Изменить промпт",
  read: "Готовый промпт",
  editOne: (title: string) => `Изменить «${title}»`,
  readOne: (title: string) => `Открыть «${title}»`,
  deleteOne: (title: string) => `Удалить «${title}»`,
  deleted: "Промпт удалён",
  name: "Название",
  content: "Текст",
  otherEdition: "Другая версия, написанная одновременно в другом месте",
  useEdition: "Взять эту",
  placesHint:
    "В [скобках] или {{фигурных}} пишите то, что каждый раз меняется; {{тон:официальный|лёгкий}} даёт выбор, {{data}} и {{hora}} ставят дату и время.",
  readOnly: "Готовые промпты не меняются. Сделайте копию, чтобы получить свой вариант.",
  copy: "Сделать копию",
  save: "Сохранить",
  saveFailed: "Не удалось сохранить. Проверьте, есть ли место на устройстве.",
  import: "Импорт",
  export: "Экспорт",
  share: "Поделиться",
  importTitle: "Импорт промптов",
  importFresh: (count: number) => plural("ru", count, { one: "# новый", few: "# новых", other: "# новых" }),
  importKnown: (count: number) => plural("ru", count, { one: "# уже есть", other: "# уже есть" }),
  importIgnored: (count: number, reason: string) => `пропущено: ${count} (${reason})`,
  reasons: { incomplete: "без названия или текста", "too-many": "больше 5000" },
  importHint: "Пока ничего не сохранено.",
  imported: (count: number) =>
    plural("ru", count, { one: "Добавлен # промпт", few: "Добавлены # промпта", other: "Добавлено # промптов" }),
  importBad: "В этом файле нет промптов.",
  importLarge: "Файл больше 2 МБ.",
  linkCopied: "Ссылка скопирована. Она откроет новый чат с этим текстом и ничего не отправит сама.",
  linkTooLong: "Этот промпт слишком длинный для ссылки.",
  placeAt: (at: number, total: number, name: string) => `${at} из ${total}: ${name}`,
  nextPlace: "Дальше",
  placesLeft: (names: string) => `Осталось заполнить: ${names}`,
  endPlaces: "Закончить заполнение",
}
