import type { Texts } from "../../texts.ts"

export const en: Texts["queue"] = {
  queued: "Will be sent when there is signal",
  cancel: "Cancel sending",
  old: "This message has been waiting for more than 23 hours. Send it now?",
  dearer: (now: string, then: string) => `Sending now costs ≈\u00a0${now}; when you wrote it, it cost ≈\u00a0${then}.`,
  sendNow: "Send now",
}
