import type { Texts } from "../../texts.ts"

export const cs: Texts["money"] = {
  short: (needed: string) => `Nedostatečný zůstatek: tato zpráva potřebuje rezervovat ${needed}.`,
  fits: (model: string) => `S modelem ${model} to stačí.`,
  cheaper: "Zkraťte konverzaci nebo zvolte levnější model.",
  inUse: (held: string, available: string, needed: string) =>
    `Z vašeho zůstatku je ${held} rezervováno pro odpovědi, které ještě probíhají. Zbývá ${available} a tato zpráva potřebuje rezervovat ${needed}. Počkejte, až některá skončí, a zkuste to znovu.`,
  searchesInUse: (searches: string) =>
    `Zbývající hledání na webu (${searches}) jsou rezervovaná pro probíhající odpovědi. Počkejte, až některá skončí, nebo hledání vypněte.`,
  frozen: "Nedostatečný zůstatek: tento kód je zablokovaný. Obraťte se na podporu.",
  overdrawn: (missing: string) =>
    `Nedostatečný zůstatek: platba byla vrácena a k jejímu pokrytí chybí ${missing}. Dobijte kredit nebo se obraťte na podporu.`,
  frozenMeanwhile:
    "Kód byl zablokován uprostřed odpovědi. Co dorazilo, je tu uložené, a platíte jen zprávu a tuto část. Obraťte se na podporu.",
}
