import type { Texts } from "../../texts.ts"

export const en: Texts["money"] = {
  short: (needed: string) => `Insufficient balance: this message has to reserve ${needed}.`,
  fits: (model: string) => `With ${model} it fits.`,
  cheaper: "Shorten the conversation or choose a cheaper model.",
  inUse: (held: string, available: string, needed: string) =>
    `Of your balance, ${held} is reserved for answers that are still under way. ${available} is left, and this message has to reserve ${needed}. Wait for one of them to end and try again.`,
  searchesInUse: (searches: string) =>
    `The web searches you have left (${searches}) are reserved for answers under way. Wait for one of them to end, or turn search off.`,
  frozen: "Insufficient balance: this code is frozen. Contact support.",
  overdrawn: (missing: string) =>
    `Insufficient balance: a payment was taken back, and ${missing} is missing to cover it. Add credit or contact support.`,
  frozenMeanwhile:
    "This code was frozen in the middle of the answer. What arrived is kept here, and you only pay for your message and that part. Contact support.",
}
