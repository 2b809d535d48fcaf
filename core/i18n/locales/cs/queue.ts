import type { Texts } from "../../texts.ts"

export const cs: Texts["queue"] = {
  queued: "Odešle se, až bude signál",
  cancel: "Zrušit odeslání",
  old: "Tato zpráva čeká déle než 23 hodin. Odeslat ji teď?",
  dearer: (now: string, then: string) => `Odeslání teď stojí ≈\u00a0${now}; když jste ji psali, stálo ≈\u00a0${then}.`,
  sendNow: "Odeslat teď",
}
