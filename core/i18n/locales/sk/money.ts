import type { Texts } from "../../texts.ts"

export const sk: Texts["money"] = {
  short: (needed: string) => `Nedostatočný zostatok: táto správa potrebuje rezervovať ${needed}.`,
  fits: (model: string) => `S modelom ${model} to stačí.`,
  cheaper: "Skráťte konverzáciu alebo zvoľte lacnejší model.",
  inUse: (held: string, available: string, needed: string) =>
    `Z vášho zostatku je ${held} rezervovaných pre odpovede, ktoré ešte prebiehajú. Zostáva ${available} a táto správa potrebuje rezervovať ${needed}. Počkajte, kým niektorá skončí, a skúste to znova.`,
  searchesInUse: (searches: string) =>
    `Zostávajúce vyhľadávania na webe (${searches}) sú rezervované pre prebiehajúce odpovede. Počkajte, kým niektorá skončí, alebo vyhľadávanie vypnite.`,
  frozen: "Nedostatočný zostatok: tento kód je zablokovaný. Obráťte sa na podporu.",
  overdrawn: (missing: string) =>
    `Nedostatočný zostatok: platba bola vrátená a na jej pokrytie chýba ${missing}. Dobite si kredit alebo sa obráťte na podporu.`,
  frozenMeanwhile:
    "Kód bol zablokovaný uprostred odpovede. Čo prišlo, je tu uložené, a platíte len správu a túto časť. Obráťte sa na podporu.",
}
