/** The server's texts for a lack of money. */
export const pt = {
  /** Something is there, and not enough. Follows `tooLittle.title` of the failures. */
  short: (needed: string) => `Saldo insuficiente: esta mensagem precisa reservar ${needed}.`,
  /** Follows `short`: a model for which there is enough. */
  fits: (model: string) => `Com o ${model} dá.`,
  /** Follows `short` where no model is known to be cheap enough. */
  cheaper: "Encurte a conversa ou escolha um modelo mais barato.",
  /** Enough, were it not held for other answers. */
  inUse: (held: string, available: string, needed: string) =>
    `Do seu saldo, ${held} estão reservados para respostas que ainda estão em andamento. Restam ${available}, e esta mensagem precisa reservar ${needed}. Espere uma delas terminar e tente de novo.`,
  /** The same of search calls. */
  searchesInUse: (searches: string) =>
    `As pesquisas na web que você ainda tem (${searches}) estão reservadas para respostas em andamento. Espere uma delas terminar, ou desligue a pesquisa.`,
  /** By the operator. */
  frozen: "Saldo insuficiente: este código está bloqueado. Fale com o suporte.",
  /** By a payment that was taken back. */
  overdrawn: (missing: string) =>
    `Saldo insuficiente: um pagamento foi devolvido, e faltam ${missing} para cobri-lo. Adicione créditos ou fale com o suporte.`,
  /** Shown under an answer that was ended because its code was frozen. */
  frozenMeanwhile:
    "Este código foi bloqueado no meio da resposta. O que chegou está guardado aqui, e você só paga a mensagem e esse trecho. Fale com o suporte.",
}
