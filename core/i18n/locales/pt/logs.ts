/** The requests this browser has made. */
export const pt = {
  intro:
    "Os pedidos que este navegador fez aos modelos, do mais novo ao mais antigo. Ficam só neste aparelho e não guardam o texto das conversas.",
  openStatement: "Ver extrato",
  clear: "Limpar registros",
  confirmClear: "Apagar os registros deste navegador? As conversas e o extrato não mudam.",
  empty: "Nenhum pedido ainda. Faça uma pergunta e ela aparece aqui.",
  title: "título",
  summary: "resumo",
  tokens: (input: string, output: string) => `${input} tokens enviados, ${output} recebidos`,
  seconds: (seconds: string) => `${seconds} s`,
  failed: "Sem resposta",
}
