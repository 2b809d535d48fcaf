import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"

export const ru: Texts["search"] = {
  title: "Поиск по истории",
  field: "Искать в чатах",
  placeholder: "Введите слова для поиска",
  clear: "Очистить поиск",
  loading: "Загрузка…",
  hint: "Ищет во всех сообщениях на этом устройстве, с диакритикой и без неё, даже с опечатками.",
  count: (count: number) =>
    plural("ru", count, { one: "Найден # результат", few: "Найдено # результата", other: "Найдено # результатов" }),
  countSoFar: (count: number) =>
    plural("ru", count, {
      one: "Пока # результат…",
      few: "Пока # результата…",
      other: "Пока # результатов…",
    }),
  similar: "Точно таких слов нет; вот похожее.",
  noResult: "Ничего не найдено",
  noResultHint: "Попробуйте меньше слов или другие слова.",
  noData: "Нет данных: сообщений для поиска пока нет.",
  failed: "Сейчас поиск не работает. Он повторится со следующей буквой.",
  results: "Результаты",
  inTitle: "Название чата",
  untitled: "Новый чат",
  view: "Открыть",
  page: (at: number, of: number) => `Страница ${at} из ${of}`,
  previous: "Предыдущая страница",
  next: "Следующая страница",
}
