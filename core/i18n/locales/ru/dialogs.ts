import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"

export const ru: Texts["dialogs"] = {
  memoryHint:
    "Когда чат становится длинным, его начало превращается в эту сводку, и она отправляется с каждым вопросом. Её текст можно менять.",
  memoryText: "Сводка",
  memoryEmpty: "Пока ничего не сохранено.",
  memoryTooShort: "Этот чат слишком короткий для сводки.",
  memoryDue: "Сводка будет сделана после следующего ответа.",
  memoryCovers: (count: number) =>
    count === 1
      ? "Охватывает первое сообщение."
      : plural("ru", count, {
          one: "Охватывает первые # сообщение.",
          few: "Охватывает первые # сообщения.",
          other: "Охватывает первые # сообщений.",
        }),
  memoryPaused: "Приостановить память",
  memoryPausedHint: "Сводка не отправляется и не обновляется.",
  memoryClear: "Стереть память",
  memoryClearConfirm: "Стереть сводку этого чата?",
  memorySaved: "Память сохранена",
  presets: "Запомненные сообщения",
  presetsHint: "Модель перечитывает эти сообщения перед ответом.",
  presetRemove: "Больше не помнить это сообщение",
  selectTextHint: "Нажмите и проведите, чтобы выделить часть, или скопируйте всё.",
  copyAll: "Скопировать всё",
  editDropped: "Правка отменена",
  messageGone: "Это сообщение удалено в другой вкладке. То, что вы написали, осталось здесь.",
  editTitle: "Изменить сообщение",
  topic: "Тема",
  messageText: "Сообщение",
  answerText: "Ответ",
  saveOnly: "Только сохранить",
  sendAgain: "Отправить снова",
  sendAgainHint: "Прежний ответ останется под ‹ ›.",
  sendInBranch: "Отправить в другом чате",
  saveInBranch: "Сохранить в другом чате",
  shortcutNames: {
    newChat: "Открыть новый чат",
    focusInput: "Перейти к полю сообщения",
    lastMessage: "Вернуть последнее сообщение",
    copyReply: "Скопировать последний ответ",
    copyCode: "Скопировать последний блок кода",
    showShortcuts: "Показать сочетания клавиш",
    previousChat: "Предыдущий чат",
    nextChat: "Следующий чат",
    prompts: "Промпты",
    commands: "Команды",
    send: "Отправить",
    newLine: "Новая строка",
  },
  keys: { Control: "Ctrl", Shift: "Shift", Alt: "Alt", Escape: "Esc" },
  otherEdition: "Другая версия, написанная одновременно в другом месте",
  useEdition: "Взять эту",
}
