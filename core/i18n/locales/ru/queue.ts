import type { Texts } from "../../texts.ts"

export const ru: Texts["queue"] = {
  queued: "Отправится, когда появится связь",
  cancel: "Отменить отправку",
  old: "Это сообщение ждёт больше 23 часов. Отправить сейчас?",
  dearer: (now: string, then: string) => `Отправка сейчас стоит ≈\u00a0${now}; когда вы писали, было ≈\u00a0${then}.`,
  sendNow: "Отправить сейчас",
}
