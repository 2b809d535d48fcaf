import type { Texts } from "../../texts.ts"

export const sk: Texts["links"] = {
  question: "Odkaz, ktorý ste otvorili, chce v tomto zariadení zmeniť toto:",
  questionWithAddress:
    "Odkaz, ktorý ste otvorili, chce v tomto zariadení zmeniť toto. Vaše konverzácie by išli cez túto adresu: súhlaste, len ak odosielateľovi odkazu dôverujete.",
  apply: "Použiť",
  key: "Váš kľúč OpenAI",
  keyThere: "Kľúč, ktorý tu už je, by sa posielal na túto adresu",
  address: "Adresa OpenAI",
  applied: "Nastavenia použité",
  off: "Tento web neprijíma nastavenia z odkazov. Môžete ich zadať ručne v Nastaveniach.",
}
