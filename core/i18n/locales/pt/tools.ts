import type { PackTopic } from "../../../brazil/hints.ts"

/** Tools in a conversation: what goes along with a question, and the question before a call. */
export const pt = {
  confirm: (name: string) => `Confirmar ferramenta ${name}`,
  asks: (name: string) => `A ferramenta ${name} está esperando a sua permissão.`,
  reads: "lê",
  writes: "escreve",
  noArguments: "Sem dados.",
  dataGoes: (host: string) => `Estes dados saem daqui e vão para ${host}.`,
  afterOther: (host: string) =>
    `Antes desta chamada o modelo leu uma resposta de ${host}. Confira se é mesmo o que você pediu.`,
  run: "Executar",
  refuse: "Recusar",
  runAll: "Executar todas",
  always: "Executar sempre nesta conversa",
  noHurry: "Sem pressa: a pergunta espera por você.",
  perRound: (price: string) => `≈\u00a0${price} por rodada.`,
  refused: (name: string) => `Você não deixou executar ${name}`,
  menu: "Ferramentas",
  brazil: (topics: string) => `Brasil: ${topics}`,
  brazilHint: "Consulta fontes públicas para esta pergunta. Toque para ligar ou desligar nesta conversa.",
  topics: {
    cep: "CEP",
    cnpj: "CNPJ",
    currency: "câmbio",
    holidays: "feriados",
    rates: "taxas",
    banks: "bancos",
    ddd: "DDD",
    population: "população",
    names: "nomes",
  } satisfies Readonly<Record<PackTopic, string>> as Readonly<Record<PackTopic, string>>,
  noTools: (model: string) => `${model} não usa ferramentas`,
  tooMany: "São ferramentas demais para uma pergunta. Desligue algumas operações para as outras irem junto.",
  manage: "Gerenciar plugins",
  here: "Nesta conversa",
}
