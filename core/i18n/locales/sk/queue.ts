import type { Texts } from "../../texts.ts"

export const sk: Texts["queue"] = {
  queued: "Odošle sa, keď bude signál",
  cancel: "Zrušiť odoslanie",
  old: "Táto správa čaká dlhšie ako 23 hodín. Odoslať ju teraz?",
  dearer: (now: string, then: string) =>
    `Odoslanie teraz stojí ≈\u00a0${now}; keď ste ju písali, stálo ≈\u00a0${then}.`,
  sendNow: "Odoslať teraz",
}
