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
    "В [квадратных скобках] укажите то, что каждый раз меняется: курсор встанет туда, когда вы выберете промпт.",
  readOnly: "Готовые промпты не меняются. Сделайте копию, чтобы получить свой вариант.",
  copy: "Сделать копию",
  save: "Сохранить",
  saveFailed: "Не удалось сохранить. Проверьте, есть ли место на устройстве.",
}
