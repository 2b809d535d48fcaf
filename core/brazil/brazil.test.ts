import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { readYaml } from "../../testing/plugin-specs.ts"
import { buildCall } from "../plugins/call-shape.ts"
import { openSpec } from "../plugins/openapi/open-spec.ts"
import { parseCep, parseCnpj } from "./check-digits.ts"
import { checkedArguments } from "./checked-arguments.ts"
import { computedTools } from "./computed-tools.ts"
import { demonstrationReply } from "./demonstration.ts"
import { packTopics, packTopicsIn } from "./hints.ts"
import { addBusinessDays, businessDaysBetween, holidaysOf, isDay, nextHolidays, weekdayOf } from "./holidays.ts"
import { keptMs, packHosts } from "./pack-hosts.ts"
import { askedOf, completed, refusedAs, toldOf, troubleAs } from "./pack-reply.ts"
import { spelledCall } from "./spelled-call.ts"

describe("check digits", () => {
  test.each(["12.ABC.345/01DE-35", "12abc34501de35", "00.000.000/0001-91", "33000167000101"])("%s is a CNPJ", (text) =>
    expect(parseCnpj(text)).toMatch(/^[0-9A-Z]{14}$/),
  )
  test.each(["12.ABC.345/01DE-36", "11111111111111", "1234", "12.ABC.345/01DE-3A", ""])("%s is none", (text) =>
    expect(parseCnpj(text)).toBeUndefined(),
  )
  test("the zeros of a CEP stay", () => {
    expect(["01310-930", "01.310-930", "1310930", "00000000"].map(parseCep)).toEqual([
      "01310930",
      "01310930",
      undefined,
      undefined,
    ])
  })
})

describe("holidays", () => {
  test("of a year, with the optional days named", () => {
    const of2026 = holidaysOf(2026)
    expect(of2026.filter(({ isOptional }) => !isOptional).map(({ date }) => date)).toEqual([
      "2026-01-01",
      "2026-04-03",
      "2026-04-21",
      "2026-05-01",
      "2026-09-07",
      "2026-10-12",
      "2026-11-02",
      "2026-11-15",
      "2026-11-20",
      "2026-12-25",
    ])
    expect(of2026.filter(({ isOptional }) => isOptional).map(({ date }) => date)).toEqual([
      "2026-02-16",
      "2026-02-17",
      "2026-02-18",
      "2026-06-04",
    ])
    expect(holidaysOf(2023).some(({ date }) => date === "2023-11-20")).toBe(false)
    expect([2024, 2025, 2027].map((year) => holidaysOf(year).find(({ name }) => name === "Carnaval")?.date)).toEqual([
      "2024-02-13",
      "2025-03-04",
      "2027-02-09",
    ])
  })

  test("business days across a year, both ways", () => {
    expect(businessDaysBetween("2026-12-24", "2027-01-04")).toBe(6)
    expect(addBusinessDays("2026-12-24", 5)).toBe("2027-01-04")
    expect(addBusinessDays("2027-01-04", -5)).toBe("2026-12-24")
    expect(nextHolidays("2026-12-26", 2).map(({ date }) => date)).toEqual(["2027-01-01", "2027-03-26"])
    expect(weekdayOf("2026-11-24")).toBe("terça-feira")
    expect(["2026-02-29", "2028-02-29", "x"].map(isDay)).toEqual([false, true, false])
  })

  test("a state's holiday is told as what it is: not known here", () => {
    const [holidays] = computedTools
    const told = holidays?.compute({ data: "2026-07-09" }, "2026-01-01") ?? ""
    expect(told).toContain("não é feriado nacional")
    expect(told).toContain("9 de julho em SP")
    expect(() => holidays?.compute({ data: "2026-02-30" }, "2026-01-01")).toThrow("um dia que existe")
    expect(computedTools[1]?.compute({ de: "2026-11-24", dias: 10 }, "2026-01-01")).toContain("08/12/2026")
  })
})

describe("what a model gives", () => {
  const [holidays, businessDays] = computedTools
  const today = "2026-11-24"

  test("a currency is found by its code or its name, and one without a rate is refused in a sentence", () => {
    const codeOf = (moeda: string) => checkedArguments("cotacaoAgora", { moeda })["moeda"]
    expect(["usd", " EUR ", "dólar", "US$", "franco suíço", "dólares canadenses", "iene"].map(codeOf)).toEqual([
      "USD",
      "EUR",
      "USD",
      "USD",
      "CHF",
      "CAD",
      "JPY",
    ])
    for (const moeda of ["ARS", "dólar de Hong Kong", "peso argentino", ""])
      expect(() => codeOf(moeda)).toThrow("só de AUD, CAD, CHF, DKK, EUR, GBP, JPY, NOK, SEK, USD")
    expect(checkedArguments("cotacaoEm", { moeda: "gbp", data: "2026-11-20" })["moeda"]).toBe("GBP")
  })

  test("days are counted whichever date comes first, and a number of days may be a text", () => {
    const forth = businessDays?.compute({ de: "2026-12-24", ate: "2027-01-04" }, today)
    expect(businessDays?.compute({ de: "2027-01-04", ate: "2026-12-24" }, today)).toBe(forth)
    expect(forth).toContain("há 6 dias úteis")
    expect(businessDays?.compute({ de: "2026-11-24", dias: "10" }, today)).toContain("08/12/2026")
    expect(() => businessDays?.compute({ de: "2026-11-24", dias: "dez" }, today)).toThrow("número inteiro")
  })

  test("a day whose holidays are not known is not called a working day", () => {
    expect(() => holidays?.compute({ data: "2300-12-25" }, today)).toThrow("entre 1900 e 2199")
    expect(() => businessDays?.compute({ de: "2300-12-24", ate: "2300-12-27" }, today)).toThrow("entre 1900 e 2199")
    expect(() => businessDays?.compute({ de: "2199-12-24", dias: 20 }, today)).toThrow("dias demais")
  })
})

describe("hints", () => {
  test.each([
    ["CEP 01310-930?", ["cep"]],
    ["que endereço é 01310-930", ["cep"]],
    ["dólar hoje", ["currency"]],
    ["CNPJ 12.ABC.345/01DE-35", ["cnpj"]],
    ["de quem é 12.ABC.345/01DE-35?", ["cnpj"]],
    ["9 de julho é feriado em SP?", ["holidays"]],
    ["quanto está a Selic", ["rates"]],
    ["população de Recife", ["population"]],
    ["qual o DDD de Natal", ["ddd"]],
    ["bom dia", []],
    ["escreva um poema sobre o banco da praça", []],
    ["meu telefone é 98765-4321", []],
    ["de quem é 33000167000101", ["cnpj"]],
    ["e o 33000167000102, existe?", []],
    ["empresa 12345678/0001-95", ["cnpj"]],
    ["onde fica 01.310-930", ["cep"]],
    ["onde fica 01310\u2011930", ["cep"]],
    ["quanto é US$ 50", ["currency"]],
    ["100 USD em reais", ["currency"]],
    ["quanto vale um franco suíço", ["currency"]],
    ["mil ienes em reais", ["currency"]],
    ["como está o câmbio", ["currency"]],
    ["carro com câmbio automático ou manual?", []],
    ["por que 30% das chamadas de API falham?", []],
    ["quantas pessoas se chamam Ana", ["names"]],
    ["gente chamada Ana, ou brasileiros chamados Bento", ["names"]],
    ["banco de dados com 500 linhas", []],
    ["o código do banco de dados", []],
    ["qual é o banco 260", ["banks"]],
    ["código do Banco de Brasília", ["banks"]],
    ["código do Itaú", ["banks"]],
    ["onde fica 01310930", ["cep"]],
    ["inflação do mês", ["rates"]],
    ["juros do Banco Central", ["rates"]],
    ["quanto está a libra", ["currency"]],
    ["U$ 50 em reais", ["currency"]],
    ["tem ponto facultativo dia 28/10?", ["holidays"]],
    ["quando é a Sexta-feira Santa", ["holidays"]],
    ["quantas pessoas moram em Campinas", ["population"]],
    ["óleo de câmbio", []],
    ["caixa de câmbio fazendo barulho", []],
    ["fui ao banco e paguei 500", []],
    ["escreva código em C# com um banco sqlite", []],
    ["erro de código ao conectar ao banco", []],
    ["explica DDD em .NET", []],
    ["Euro Truck Simulator 2", []],
    ["receita para o carnaval", []],
    ["me diz o código postal da Avenida Paulista 1000", ["cep"]],
    ["01310930 é de onde?", ["cep"]],
    ["qual bairro é 69020030", ["cep"]],
    ["SKU 12345-678", []],
    ["meu pedido é 20481234, onde está?", []],
    ["converte 200 libras pra real", ["currency"]],
    ["moeda do Japão hoje em reais", ["currency"]],
    ["conversão de moedas para viagem à Suíça", ["currency"]],
    ["quanto custa em dólar um jogo de 60 reais", ["currency"]],
    ["compra de 100 dólares no cartão", ["currency"]],
    ["quanto é 150 libras em quilos", []],
    ["quanto custa um curso de Libras", []],
    ["moeda de 1 real rara vale quanto", []],
    ["euro 2024 de futebol", []],
    ["const price = usd.value", []],
    ["`dolar` é o nome da coluna", []],
    ["arquivo eur.csv", []],
    ["7 de setembro cai em que dia da semana?", ["holidays"]],
    ["Tiradentes é quando?", ["holidays"]],
    ["o banco abre dia 2 de novembro?", ["holidays"]],
    ["quarta-feira de cinzas é que dia", ["holidays"]],
    ["quanto tempo falta pro Natal?", ["holidays"]],
    ["a Receita responde em 5 dias úteis?", ["holidays"]],
    ["poema sobre o Natal", []],
    ["história do carnaval de 1930", []],
    ["33 000 167 0001 01 que empresa é?", ["cnpj"]],
    ["que banco é o 077?", ["banks"]],
    ["237 é qual banco?", ["banks"]],
    ["código bancário do Inter", ["banks"]],
    ["qual o código do Mercado Pago", ["banks"]],
    ["banco 500 linhas em memória", []],
    ["código da Caixa de ferramentas", []],
    ["recebi ligação do 0xx67, de onde é?", ["ddd"]],
    ["código de área de Manaus", ["ddd"]],
    ["me ligaram do 011, de que cidade é?", ["ddd"]],
    ["entidades em DDD", []],
    ["ligação covalente (61)", []],
    ["qual a inflação?", ["rates"]],
    ["juros do BC hoje", ["rates"]],
    ["inflação na Alemanha em 1923: causas", []],
    ["quanta gente mora em Recife", ["population"]],
    ["Campinas tem quantos moradores?", ["population"]],
    ["qual cidade é mais populosa, Recife ou Salvador?", ["population"]],
    ["população de bactérias", []],
    ["a população precisa se unir", []],
    ["popularidade do nome Enzo", ["names"]],
    ["quantas pessoas têm o nome João?", ["names"]],
    ["nomes mais comuns do Brasil", ["names"]],
    ["sugira nomes populares para meu cachorro", []],
    ["qdo é o carnaval esse ano", ["holidays"]],
    ["quarta de cinzas é q dia", ["holidays"]],
    ["qual o prox feridado", ["holidays"]],
    ["banco abre na sexta feira santa?", ["holidays"]],
    ["qnts pessoas moram em curitiba", ["population"]],
    ["lista as cidades do Acre", ["population"]],
    ["lista de cidades para visitar", []],
    ["qtas pessoas chamam Enzo", ["names"]],
    ["qual o cód do Bradesco", ["banks"]],
    ["taxa de juros atual do brasil", ["rates"]],
    ["taxa de juros do financiamento hj", []],
    ["quanto tá o dollar", ["currency"]],
    ["traduz: the dollar store", []],
    ["peso chileno em reais", ["currency"]],
    ["vou pra argentina, quanto vale o peso", ["currency"]],
    ["peso da mala pra argentina", []],
    ["qual era a moeda do Brasil antes do real", []],
    ["cpnj 00000000000191", ["cnpj"]],
    ["arquivo cod.q ou hj.txt", []],
    ["o q significa DDD na programação", []],
    ["juros hoje", ["rates"]],
    ["qnto tá os juros", ["rates"]],
    ["quanto estão os juros hoje?", ["rates"]],
    ["quanto é juros de 10% sobre 200", []],
    ["quanto tá os juros do cartão hj", []],
    ["dola hj", ["currency"]],
    ["os juros do cartão hoje", []],
    ["juros simples", []],
    ["euro 2024 quem ganhou", []],
    ["qual a seleção campeã da euro", []],
  ])("%s: %j", (text, topics) => expect(packTopicsIn([text])).toEqual(topics))

  test("what a sentence asks has nothing to do with the words of another, or with code", () => {
    expect(packTopicsIn(["Perdi 20 libras. Quanto é 3 + 4?"])).toEqual([])
    expect(packTopicsIn(["Vou a Londres.\nQuanto vale a libra?"])).toEqual(["currency"])
    expect(packTopicsIn(["corrija:\n```js\nconst feriado = dolar\n```\nobrigado"])).toEqual([])
  })

  test("a question is spelled out for a model that cannot think", () => {
    const today = "2026-11-24"
    expect(spelledCall("CEP 01310-930?", today)).toEqual({ operation: "buscarCep", given: { cep: "01310930" } })
    expect(spelledCall("euro hoje", today)).toEqual({ operation: "cotacaoAgora", given: { moeda: "EUR" } })
    expect(spelledCall("100 CHF em reais", today)?.given).toEqual({ moeda: "CHF" })
    expect(spelledCall("cotação do dólar canadense", today)?.given).toEqual({ moeda: "CAD" })
    expect(spelledCall("onde fica 01.310\u2011930", today)?.given).toEqual({ cep: "01310930" })
    expect(spelledCall("9 de julho é feriado em SP?", today)).toEqual({
      operation: "feriados",
      given: { data: "2027-07-09" },
    })
    expect(spelledCall("qnto tá o dollar", today)?.given).toEqual({ moeda: "USD" })
    expect(spelledCall("sexta feira santa é q dia", today)?.given).toEqual({ data: "2027-03-26" })
    expect(spelledCall("euro 20/11", today)?.given).toEqual({ moeda: "EUR", data: "2026-11-20" })
    expect(spelledCall("valor do dólar em 20 de dezembro", today)?.given).toEqual({ moeda: "USD", data: "2025-12-20" })
    expect(spelledCall("próximo feriado", today)).toEqual({ operation: "feriados", given: {} })
    expect(spelledCall("quando é o carnaval 2027", today)?.given).toEqual({ data: "2027-02-09" })
    expect(spelledCall("quando cai o Corpus Christi?", today)?.given).toEqual({ data: "2027-05-27" })
    expect(spelledCall("é feriado amanhã?", today)?.given).toEqual({ data: "2026-11-25" })
    expect(spelledCall("cotação do euro em 10/03/2025", today)).toEqual({
      operation: "cotacaoEm",
      given: { moeda: "EUR", data: "2025-03-10" },
    })
    for (const text of ["bom dia", "quantos dias úteis em dezembro", "peso argentino hoje"])
      expect(spelledCall(text, today)).toBeUndefined()
  })
})

test.each([
  ["cotacaoAgora", { moeda: "USD" }, { error: { message: "falhou" } }],
  [
    "cotacaoAgora",
    { moeda: "USD" },
    { value: [{ cotacaoCompra: 5.4, cotacaoVenda: null, dataHoraCotacao: "2026-11-27 13:04" }] },
  ],
  ["cepDaRua", {}, { message: "limite" }],
  ["buscarCep", { cep: "01310930" }, null],
  ["buscarCnpj", { cnpj: "33000167000101" }, { data: { razao_social: "X" } }],
  ["ddd", { ddd: "11" }, { data: {} }],
  ["banco", { codigo: "1" }, { data: {} }],
  ["taxas", {}, [{ nome: "Selic", taxa: 15 }]],
  ["municipios", { uf: "SP", nome: "Campinas" }, { message: "limite" }],
  ["populacao", {}, [{ resultados: [] }]],
])(
  "a reply of %s that lacks what its sentence names has none, and is passed on as it is",
  (operation, given, reply) => {
    expect(toldOf(operation, given, reply)).toEqual({ value: reply })
  },
)

test("another CEP than was asked for is called so, and a name that ends in a dot ends its sentence", () => {
  const told = toldOf(
    "buscarCep",
    { cep: "01310930" },
    { cep: "99999999", street: "Rua Mentira", city: "X", state: "SP" },
  )
  expect(told.summary).toBe("a fonte respondeu com outro CEP (99999-999), que não é o da pergunta.")
  const bank = toldOf("banco", { codigo: "1" }, { code: 1, fullName: "Banco do Brasil S.A." })
  expect(bank.summary).toBe("o código 1 é de Banco do Brasil S.A.")
})

describe("the pack's description", () => {
  const text = readFileSync("web/public/plugins/brasil.json", "utf8")
  const spec = openSpec(text, { readYaml, isBuiltin: true })
  if (!spec.ok) throw new Error(JSON.stringify(spec.error))
  const { operations, toolOf } = spec.value
  const callOf = (name: string, given: object) => {
    const key = operations.find((one) => one.name === name)?.key ?? ""
    const tool = toolOf(key)
    if (!tool.ok) throw new Error(JSON.stringify(tool.error))
    const call = buildCall(tool.value.call, { ...given }, { authType: "none" })
    if (!call.ok) throw new Error(call.error)
    return call.value.origin + call.value.path
  }

  test("has every operation that the hints name, but for those that are computed", () => {
    const named = Object.values(packTopics).flat()
    const known = [...operations.map(({ name }) => name), ...computedTools.map(({ name }) => name)]
    expect([...known].toSorted()).toEqual([...named].toSorted())
    expect(operations.filter(({ fault }) => fault)).toEqual([])
  })

  test("addresses are those that the services document, and their replies are kept", () => {
    const today = "2026-11-24"
    const urls = [
      callOf("buscarCep", { cep: "01310930" }),
      callOf("cepDaRua", { uf: "SP", cidade: "São Paulo", rua: "Avenida Paulista" }),
      callOf("cotacaoAgora", completed("cotacaoAgora", { moeda: "USD" }, today)),
      callOf("populacao", { localidades: "3550308" }),
      callOf("taxas", {}),
    ]
    expect(urls).toEqual([
      "https://brasilapi.com.br/api/cep/v2/01310930",
      "https://viacep.com.br/ws/SP/S%C3%A3o%20Paulo/Avenida%20Paulista/json/",
      "https://olinda.bcb.gov.br/olinda/servico/PTAX/versao/v1/odata/CotacaoMoedaPeriodo(moeda=@moeda,dataInicial=@dataInicial,dataFinalCotacao=@dataFinalCotacao)?@moeda=%27USD%27&@dataInicial=%2711-17-2026%27&@dataFinalCotacao=%2711-24-2026%27&$format=json",
      "https://servicodados.ibge.gov.br/api/v3/agregados/6579/periodos/-1/variaveis/9324?localidades=N6%5B3550308%5D",
      "https://brasilapi.com.br/api/taxas/v1",
    ])
    for (const url of urls) {
      const [, host = "", path = ""] = /^https:\/\/([^/]+)(\/.*)$/.exec(url) ?? []
      expect(keptMs(host, path)).toBeGreaterThan(0)
    }
  })
})

describe("replies", () => {
  test("of a Sunday the rate is Friday's, and says so", () => {
    const value = [
      { cotacaoCompra: 5.1, cotacaoVenda: 5.2, dataHoraCotacao: "2026-11-20 13:00:00" },
      { cotacaoCompra: 5, cotacaoVenda: 5.1, dataHoraCotacao: "2026-11-19 13:00:00" },
    ]
    expect(toldOf("cotacaoAgora", { moeda: "USD" }, { value }).summary).toBe(
      "USD a R$ 5,2000 na venda e R$ 5,1000 na compra (PTAX de 20/11/2026).",
    )
    expect(toldOf("cotacaoAgora", { moeda: "USD" }, { value: [] }).summary).toContain("não há cotação")
  })

  test("a town is found by its name in a state of many, in few words", () => {
    const names = ["Abadia dos Dourados", "Olhos-d'Água", "São João del Rei", "Uberaba", "Uberlândia"]
    const many = Array.from({ length: 850 }, (_, at) => ({
      id: 3_100_000 + at,
      nome: `Cidade ${at}`,
      microrregiao: {},
    }))
    const reply = [...many, ...names.map((nome, at) => ({ id: 3_170_200 + at, nome, microrregiao: {} }))]
    const found = (nome: string) => toldOf("municipios", { uf: "MG", nome }, reply)
    expect(found("uberlandia")).toEqual({
      value: [{ id: 3_170_204, nome: "Uberlândia" }],
      summary: "Uberlândia (código 3170204).",
    })
    expect(found("Uberlândia - MG").value).toEqual([{ id: 3_170_204, nome: "Uberlândia" }])
    expect(found("olhos d'água").value).toEqual([{ id: 3_170_201, nome: "Olhos-d'Água" }])
    expect(found("Cidade").value).toHaveLength(10)
    expect(found("Recife")).toEqual({ value: [], summary: "nenhum município de MG se chama Recife." })
    expect(askedOf("municipios", { properties: { uf: {} } })).toMatchObject({ required: ["uf", "nome"] })
  })

  test("partners are told only when they were asked for", () => {
    const reply = demonstrationReply("buscarCnpj", { cnpj: "12ABC34501DE35" }, "2026-11-24")
    expect(JSON.stringify(toldOf("buscarCnpj", { cnpj: "12ABC34501DE35" }, reply).value)).not.toContain("socio")
    expect(JSON.stringify(toldOf("buscarCnpj", { cnpj: "12ABC34501DE35" }, reply, true).value)).toContain("nome_socio")
  })

  test("what an example would tell falsely of a place has none", () => {
    expect(demonstrationReply("ddd", { ddd: "11" }, "2026-11-24")).toBeDefined()
    expect(demonstrationReply("ddd", { ddd: "48" }, "2026-11-24")).toBeUndefined()
    expect(demonstrationReply("buscarCep", { cep: "88010400" }, "2026-11-24")).toBeUndefined()
  })

  test("a service is said not to have replied only where it was asked; what our server refuses is told in its words", () => {
    const told = (code: string, message: string) => troubleAs("brasilapi.com.br", { code, message })
    for (const code of ["service_away", "service_timeout", ""])
      expect(told(code, "O serviço não respondeu")).toBe("A BrasilAPI não respondeu.")
    for (const code of ["bad_plugin_address", "free_limit_reached", "unauthorized", "too_many_requests"])
      expect(told(code, "Isto não vai daqui.")).toBe("Isto não vai daqui.")
  })

  test("whoever was asked is the one who did not reply, has too much to do or knows nothing, with the article of the name", () => {
    const away = packHosts.map(({ host }) => troubleAs(host, { code: "service_away", message: "" }))
    expect(away).toEqual([
      "A BrasilAPI não respondeu.",
      "O ViaCEP não respondeu.",
      "O Banco Central não respondeu.",
      "O IBGE não respondeu.",
    ])
    const cep = { operation: "buscarCep", host: "brasilapi.com.br" }
    expect([404, 400].map((status) => refusedAs(cep, status))).toEqual([
      "A BrasilAPI não encontrou nada.",
      "A BrasilAPI não encontrou nada.",
    ])
    const rate = { operation: "cotacaoAgora", host: "olinda.bcb.gov.br" }
    expect(refusedAs(rate, 429)).toBe("O Banco Central está recebendo perguntas demais. Tente de novo em um minuto.")
    expect(refusedAs(rate, 503)).toBe("O Banco Central não respondeu (erro 503).")
    expect([200, 400].map((status) => refusedAs(rate, status))).toEqual([undefined, undefined])
    expect(refusedAs({ operation: "x", host: "a.example" }, 404)).toBe("A fonte não encontrou nada.")
  })

  test("every operation has an example for the demonstration, told in a sentence or as it is", () => {
    for (const operation of Object.values(packTopics).flat()) {
      if (operation === "feriados" || operation === "diasUteis") continue
      const given = {
        cep: "01310930",
        cnpj: "12ABC34501DE35",
        moeda: "USD",
        data: "2026-11-20",
        codigo: "1",
        ddd: "11",
        nome: "ana",
      }
      const reply = demonstrationReply(operation, given, "2026-11-24")
      expect(reply).toBeDefined()
      expect(toldOf(operation, given, reply).value).toBeDefined()
    }
    expect(toldOf("cepDaRua", {}, { erro: "true" })).toEqual({
      value: [],
      summary: "nenhum CEP foi encontrado para essa rua.",
    })
  })
})
