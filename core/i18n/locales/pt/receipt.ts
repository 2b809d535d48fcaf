import { pieces } from "./pieces.ts"

/** The receipt of an answer: its tokens and their prices. */
export const pt = {
  input: (tokens: string) => `Pergunta e histórico · ${tokens} tokens`,
  cached: (tokens: string) => `Do cache do provedor · ${tokens} tokens`,
  output: (tokens: string) => `Resposta · ${tokens} tokens`,
  reasoning: (tokens: string) => `dos quais ${tokens} de raciocínio`,
  search: (calls: number) => (calls === 1 ? "1 pesquisa na web" : `${calls} pesquisas na web`),
  pieces,
  fromPackage: "do pacote",
  total: "Total",
  rounds: (count: number) => `${count} rodadas`,
  estimated: "O provedor não informou os tokens; eles foram contados aqui.",
}
