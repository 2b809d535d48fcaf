import type { Texts } from "../../texts.ts"

export const ru: Texts["model-list"] = {
  reasoningColumn: "Рассуждения",
  speed: "Скорость",
  perMessage: "за сообщение",
  reasoningRating: (rating: number) => `Рассуждения: ${rating} из 5`,
  speedRating: (rating: number) => `Скорость: ${rating} из 5`,
  onlyPremium: "Только с кодом доступа",
  ownKey: "ваш ключ",
  goodAt: {
    flagship: "Самая сильная, для трудных вопросов",
    everyday: "На каждый день, хороша почти во всём",
    quick: "Быстрая и недорогая, для простых задач",
    reasoning: "Длинные шаги логики и математики",
    long: "Очень длинные тексты и точные указания",
    legacy: "Предыдущее поколение",
    oldLogic: "Предыдущее поколение, для логики и кода",
    cheapLogic: "Логика и код, дешевле",
    pictures: "Создаёт изображения",
    voice: "Говорит и слушает",
  },
  priceLevel: (level: number) => `Цена: ${level} из 4`,
  abilities: {
    sees: "Видит изображения",
    thinks: "Думает перед ответом",
    tools: "Пользуется инструментами",
    long: "Читает очень длинные тексты",
    searches: "Ищет в интернете",
  },
  leaves: (day: string) => `отключат ${day}`,
  followedBy: (model: string) => `дальше ${model}`,
  noneFound: "Такой модели нет. Попробуйте другое слово, например быстрая или изображения.",
}
