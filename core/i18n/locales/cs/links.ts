import type { Texts } from "../../texts.ts"

export const cs: Texts["links"] = {
  question: "Odkaz, který jste otevřeli, chce v tomto zařízení změnit toto:",
  questionWithAddress:
    "Odkaz, který jste otevřeli, chce v tomto zařízení změnit toto. Vaše konverzace by šly přes tuto adresu: souhlaste, jen pokud odesílateli odkazu důvěřujete.",
  apply: "Použít",
  key: "Váš klíč OpenAI",
  keyThere: "Klíč, který tu už je, by se posílal na tuto adresu",
  address: "Adresa OpenAI",
  applied: "Nastavení použito",
  off: "Tento web nepřijímá nastavení z odkazů. Můžete je zadat ručně v Nastavení.",
}
