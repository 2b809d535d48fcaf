/** The interface in Brazilian Portuguese: the source of all languages. Texts with values are functions. */
export const pt = {
  /** What went wrong. The literal sentences are the specification's (core §5, §8); ours follow them. */
  errors: {
    unknown: "Erro desconhecido",
    nothingCharged: "Nada foi cobrado.",
    invalidRequest: (detail: string) => `O pedido não pôde ser entendido: ${detail}. Nada foi cobrado.`,
    contextLengthExceeded:
      "Esta conversa ficou longa demais para o modelo. Encurte a mensagem, limpe o contexto ou escolha outro modelo. Nada foi cobrado.",
    unauthorized:
      "Seu código de acesso não foi aceito. Confira o código em Configurações. Sem código, você continua no modo gratuito.",
    userNotFound: "Usuário não encontrado. Por favor, verifique o código em Configurações",
    modelNotAllowed: (model: string) => `O modelo ${model} não está disponível no seu plano.`,
    availableModels: (models: string) => `Modelos disponíveis: ${models}.`,
    upgradeToPremium: "Faça upgrade para Premium e use todos os modelos.",
    freeLimitReached:
      "Você chegou ao limite gratuito de hoje. Volte amanhã ou faça upgrade para Premium para continuar agora.",
    messageTooLong: (characters: number, limit: number) =>
      `Mensagem muito longa! Usuários gratuitos podem enviar no máximo ${limit} caracteres por mensagem. Sua mensagem tem ${characters} caracteres. Para enviar mensagens maiores, faça upgrade para Premium.`,
    tooManyRequests: (seconds: number | undefined) =>
      seconds === undefined
        ? "Muitas mensagens em pouco tempo. Espere um instante e tente de novo. Nada foi cobrado."
        : `Muitas mensagens em pouco tempo. Tente de novo em ${seconds} ${seconds === 1 ? "segundo" : "segundos"}. Nada foi cobrado.`,
    alreadyProcessing: "Por favor aguarde 1 minutinho... Verificando algo aqui.",
    insufficientBalance: "Saldo esgotado. Adicione créditos para continuar. Nada foi cobrado.",
    insufficientBalanceShort: "Saldo insuficiente",
    recharge: (url: string) => `[Adicionar créditos](${url})`,
    upgrade: (url: string) => `[Fazer upgrade para Premium](${url})`,
    gateway502: "Erro no gateway (502). Tente novamente em alguns segundos.",
    gateway503: "Serviço temporariamente indisponível (503). Tente novamente em alguns segundos.",
    gateway504: "Servidor sobrecarregado (504). Tente novamente em alguns segundos.",
    upstream: (status: number, detail: string) => `O provedor do modelo recusou o pedido (${status}): ${detail}`,
    upstreamBusy: "O provedor do modelo está com muitos pedidos agora. Espere um instante e tente de novo.",
    upstreamTimeout: "O modelo demorou demais para responder. Tente de novo ou escolha um modelo mais rápido.",
    upstreamCut:
      "A resposta foi interrompida pelo provedor do modelo. O que chegou está guardado aqui; só isso pode ter sido cobrado.",
    emptyAnswer: "empty response from server",
    reasoningTooLong:
      "O o3 não conseguiu responder a uma mensagem tão longa. Use o gpt-4.1 ou divida o texto em partes de menos de 5000 caracteres.",
    notJson: (contentType: string, head: string) => `Resposta não é JSON válido (${contentType}): ${head}`,
    server: (statusText: string) => `Erro no servidor: ${statusText}`,
    network: "Erro de conexão. Tente novamente.",
    connectivity: "Erro de conectividade. Verifique sua conexão com a internet.",
    aborted: "Conexão interrompida...",
  },
}
