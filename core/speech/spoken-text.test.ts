import { describe, expect, test } from "vitest"
import { nextPiece, piecesOfText, sentencesOf } from "./pieces.ts"
import { spokenFormula } from "./spoken-formula.ts"
import { spokenText } from "./spoken-text.ts"
import type { SpokenWords } from "./spoken-words.ts"

const words: SpokenWords = {
  code: "Trecho de código",
  diagram: "Diagrama",
  formula: "fórmula",
  signs: {
    plus: "mais",
    minus: "menos",
    times: "vezes",
    over: "sobre",
    equals: "igual a",
    notEqual: "diferente de",
    about: "aproximadamente",
    less: "menor que",
    atMost: "menor ou igual a",
    greater: "maior que",
    atLeast: "maior ou igual a",
    plusOrMinus: "mais ou menos",
    squared: "ao quadrado",
    cubed: "ao cubo",
    power: "elevado a",
    root: "raiz de",
    sum: "soma",
    product: "produto",
    integral: "integral",
    infinity: "infinito",
    from: "de",
    to: "até",
  },
}
const said = (markdown: string, locale = "pt") => spokenText(markdown, words, locale)

describe("what is read aloud", () => {
  test.each([
    ["# Título\n\nUm **forte** e um _leve_, ~~não~~.", "Título\nUm forte e um leve, não."],
    ["Veja:\n\n```js\nconst a = 1\n```\n\nPronto.", "Veja:\nTrecho de código.\nPronto."],
    ["~~~\n```\n~~~\nfim", "Trecho de código.\nfim"],
    ["```mermaid\ngraph TD\n```", "Diagrama."],
    ["Use `npm run *dev*` agora.", "Use npm run *dev* agora."],
    ["| Dia | Foco |\n| --- | :-: |\n| 1 | Redação |", "Dia, Foco.\n1, Redação."],
    ["A R&amp;B&nbsp;custa R$&nbsp;20 &lt; &euro; 30.&ccedil; `&amp;`", "A R&B custa 20 reais < 30 euros.ç &amp;"],
    ["&nbsp;", ""],
    ["Um<!-- nota --> dois", "Um dois"],
    ["Veja [o site][1] e [^2].\n\n[1]: https://c.com/x\n[^2]: Dito ontem.", "Veja o site e.\nDito ontem."],
    ["| Item | Preço | |\n|---|---|---|\n| | R$ 0,07 |  |\n| Água || 2 |", "Item, Preço.\n7 centavos.\nÁgua, 2."],
    ["| Pão \\| queijo | 2 |", "Pão | queijo, 2."],
    ["Vale \\[ x^2 \\ge 5\\% \\] aqui.", "Vale x ao quadrado maior ou igual a 5% aqui."],
    ["Leia [o guia](https://a.example/x_(y)) e https://www.exemplo.com.br/a/b?c=d.", "Leia o guia e exemplo.com.br."],
    ["- [x] feito 🎉\n- [ ] falta 👩🏽‍💻\n1. um", "feito\nfalta\n1. um"],
    ["> Citado.\n\n---\n\nFim[^1] do texto[2](https://a.example)【3†fonte】.", "Citado.\nFim do texto."],
    ["<think>segredo\nainda</think>Resposta.", "Resposta."],
    ["![Um gato](nk-image:1/2x3)", "Um gato"],
    ["Estado: [![Testes passam](https://x.com/a.svg)](https://x.com/runs) hoje.", "Estado: Testes passam hoje."],
    ["## Resumo ##", "Resumo"],
    ["# Aprender C # e F#", "Aprender C # e F#"],
    ["snake_case e 2 * 3 * 4", "snake_case e 2 * 3 * 4"],
    ["Assim: pala**vra**s, 2**10 = 1024 e ~5 minutos.", "Assim: palavras, 2**10 = 1024 e aproximadamente 5 minutos."],
    ['Se x<y e y>z, é <b class="a">certo</b>.', "Se x<y e y>z, é certo."],
    ["```npm i``` instala o pacote.\n\nSegundo.", "npm i instala o pacote.\nSegundo."],
    ["Ele escreve `<think>` antes.\n\nDepois responde.", "Ele escreve <think> antes.\nDepois responde."],
    ["【重要】明日は休みです。", "【重要】明日は休みです。"],
    ["", ""],
  ])("of %j is %j", (markdown, words) => {
    expect(said(markdown)).toBe(words)
  })

  test.each([
    ["Custa R$ 1.234,56.", "Custa 1.234 reais e 56 centavos."],
    ["R$ 1,00 ou R$ 0,01", "1 real ou 1 centavo"],
    ["R$\u00A020 e -R$ 3,5", "20 reais e menos 3 reais e 50 centavos"],
    ["US$ 10, € 2 e R$ 2,5 milhões", "10 dólares, 2 euros e 2,5 milhões de reais"],
    ["R$ 20 mil", "20 mil reais"],
    ["R$ 0,0035, R$ 1,2875 ou -R$ 12,345678.", "0,0035 real, 1,2875 real ou menos 12,345678 reais."],
    ["De $5 a $10", "De $5 a $10"],
    ["R$ 3 bi, R$ 1,5 mi, R$ 1 mil e R$ 5k", "3 bilhões de reais, 1,5 milhão de reais, 1 mil reais e 5 mil reais"],
    ["De R$ 10-R$ 20 ou R$ 100-200", "De 10 reais a 20 reais ou 100 a 200 reais"],
    ["R$ 2-3 milhões, ~R$ 50, ~**R$ 5**", "2 a 3 milhões de reais, aproximadamente 50 reais, aproximadamente 5 reais"],
    ["R$ 1.000-12x", "1.000 reais-12x"],
    ["R$ 5 kg e R$ 2 milho", "5 reais kg e 2 reais milho"],
    ["R$ 1,2M, R$ 3MM e R$ 2 B", "1,2 milhão de reais, 3 milhões de reais e 2 bilhões de reais"],
    ["R$ 55kg ou R$ 1,25x", "R$ 55kg ou R$ 1,25x"],
    ["R$ 10 mil reais e R$ 2 milhões de reais", "10 mil reais e 2 milhões de reais"],
    ["R$ 5,00/mês ou US$ 2/GB", "5 reais por mês ou 2 dólares por GB"],
    [
      "US$ 99.99, R$ 12.05 e US$ 1,299.50.",
      "99 dólares e 99 centavos, 12 reais e 5 centavos e 1299 dólares e 50 centavos.",
    ],
    ["20 € ou 15,50€, € 3", "20 euros ou 15 euros e 50 centavos, 3 euros"],
    ["R$ 1.234 e R$ 12.345,6", "1.234 reais e 12.345 reais e 60 centavos"],
  ])("money: %j is %j", (markdown, words) => {
    expect(said(markdown)).toBe(words)
  })

  test("money keeps its sign in other languages, whose voices know it", () => {
    expect(said("It costs R$ 1,234.56.", "en")).toBe("It costs R$ 1,234.56.")
  })

  test.each([
    ["x^2 + y^2 = z^2", "x ao quadrado mais y ao quadrado igual a z ao quadrado"],
    ["\\frac{-b \\pm \\sqrt{\\Delta}}{2a}", "menos b mais ou menos raiz de Δ sobre 2 a"],
    ["\\sum_{i=1}^{n} i^3 \\le \\pi", "soma de i igual a 1 até n i ao cubo menor ou igual a π"],
    ["2^{10} \\times 3,5 \\approx 3584", "2 elevado a 10 vezes 3,5 aproximadamente 3584"],
    ["\\begin{matrix}1\\end{matrix}", undefined],
    ["{x", undefined],
    ["{".repeat(300), undefined],
  ])("the formula %s is %j", (tex, words_) => {
    expect(spokenFormula(tex, words.signs)).toBe(words_)
  })

  test("a formula stands in its sentence, one by itself is one, and what has no words is named", () => {
    expect(said("Logo, $x = 2$ e \\(y \\ge 3\\).\n\n$$\n\\begin{matrix}1\\end{matrix}\n$$\n\n\\[a+b\\]")).toBe(
      "Logo, x igual a 2 e y maior ou igual a 3.\nfórmula.\na mais b.",
    )
  })

  test.each([
    ["$$E = m$$, onde m é a massa.\n\nSegundo.", "E igual a m, onde m é a massa.\nSegundo."],
    ["$$\nx = 2\n$$.\n\nResto.", "x igual a 2.\nResto."],
    ["Energia:\n\n\\[ a + b \\].\n\nResto.", "Energia:\na mais b.\nResto."],
    ["Preço:\n$$ – moderado\n$$$ – caro\n\nResto.", "Preço:\n$$ – moderado\n$$$ – caro\nResto."],
    ["Veja:\n\n$$\nx = 2", "Veja:\nfórmula."],
  ])("what stands behind a formula is read: %j is %j", (markdown, words_) => {
    expect(said(markdown)).toBe(words_)
  })

  test("takes a time in proportion to the text, whatever it is made of", () => {
    for (const hostile of [
      "[",
      "*",
      "$",
      "`",
      "|",
      "<",
      "http://",
      "R$ 1.",
      "\\(",
      "【",
      "{",
      "\\[\n",
      "$$ a\n\n",
      "~",
      "<a b=",
      "**a",
      "R$ 1-",
    ])
      expect(said(hostile.repeat(40_000)).length).toBeLessThan(400_000)
  })
})

describe("the pieces of a text", () => {
  const sentence = "Esta frase tem exatamente o tamanho de que se precisa. "

  test("begin short, and grow", () => {
    const pieces = piecesOfText(sentence.repeat(60))
    expect(pieces[0]).toBe((sentence + sentence).trim())
    expect(pieces.slice(1).every(({ length }) => length <= 900)).toBe(true)
    expect(pieces.join(" ")).toBe(sentence.repeat(60).trim())
  })

  test("end where sentences do: not in numbers, addresses and after abbreviations", () => {
    const text = "O Dr. Silva pagou R$ 1.234,56 no nº 5 da Av. Brasil, às 10h. Depois foi embora! E agora?"
    expect(sentencesOf(text)).toEqual([
      "O Dr. Silva pagou R$ 1.234,56 no nº 5 da Av. Brasil, às 10h.",
      "Depois foi embora!",
      "E agora?",
    ])
    expect(sentencesOf("一つ。二つ！三つ")).toEqual(["一つ。", "二つ！", "三つ"])
    expect(sentencesOf("1. Um ponto. 2. Dois")).toEqual(["1. Um ponto.", "2. Dois"])
  })

  test("of a text that grows are only whole sentences", () => {
    expect(nextPiece("Ainda não term", 0, false)).toBeUndefined()
    expect(nextPiece("Terminou. Ainda n", 0, false)).toEqual({ text: "Terminou.", end: 10 })
    expect(nextPiece("Terminou. Ainda n", 10, false)).toBeUndefined()
    expect(nextPiece("Terminou. Ainda n", 10, true)).toEqual({ text: "Ainda n", end: 17 })
  })

  test("never are longer than a call takes, and part no character", () => {
    const pieces = piecesOfText("😀".repeat(3_000))
    expect(pieces.every(({ length }) => length <= 900)).toBe(true)
    expect(pieces.join("")).toBe("😀".repeat(3_000))
  })
})
