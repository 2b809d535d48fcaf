import type { Texts } from "../../texts.ts"

export const ru: Texts["logs"] = {
  intro:
    "Запросы этого браузера к моделям, сначала новые. Они хранятся только на этом устройстве и не содержат текста чатов.",
  openStatement: "Открыть выписку",
  clear: "Очистить журнал",
  confirmClear: "Стереть журнал этого браузера? Чаты и выписка не изменятся.",
  empty: "Запросов пока нет. Задайте вопрос, и он появится здесь.",
  title: "название",
  summary: "сводка",
  tokens: (input: string, output: string) => `Токены: отправлено ${input}, получено ${output}`,
  seconds: (seconds: string) => `${seconds} с`,
  failed: "Без ответа",
}
