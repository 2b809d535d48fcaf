import type { Texts } from "../../texts.ts"

export const ru: Texts["share-page"] = {
  shared: (product: string) => `${product} · чат по ссылке`,
  untitled: "Чат",
  until: (day: string) => `доступно до ${day}`,
  question: "Вопрос",
  answer: "Ответ",
  written: "Написано искусственным интеллектом. Проверяйте важное.",
  continueIn: (product: string) => `Продолжить в ${product}`,
  report: "Пожаловаться",
  reportWhy: "Что с ней не так? Если хотите, напишите здесь.",
  reportSend: "Отправить жалобу",
  reported: "Спасибо, что сообщили. Мы посмотрим эту страницу.",
  page: (number: number, of: number) => `Страница ${number} из ${of}`,
  next: "Читать дальше",
  previous: "Предыдущая страница",
  missing: "Такой ссылки нет, или она уже удалена.",
  unreadable: "Сейчас не удаётся прочитать этот чат. Попробуйте ещё раз чуть позже.",
  expired: "Срок этой ссылки истёк.",
  removed: "Эта ссылка снята с публикации.",
  hidden: "На эту страницу пожаловались, она ждёт проверки.",
}
