import type { RefusalReason } from "../../../gateway/refusal.ts"

type Refusals = Readonly<Record<RefusalReason, (name: string) => string>>

/** Texts of failures. Some sentences are fixed, because clients look for them (docs/reference/api.md, "Errors"). */
export const pt = {
  unknown: "Erro desconhecido",
  nothingCharged: "Nada foi cobrado.",
  invalidRequest: (detail: string) => `O pedido não pôde ser entendido. Nada foi cobrado. (Detalhe: ${detail})`,
  /** Requests that no page of ours makes: for those who write programs. */
  refused: {
    "bad-utf8": () => "O corpo do pedido não é UTF-8 válido. Nada foi cobrado.",
    "bad-json": () => "O corpo do pedido não é JSON válido. Nada foi cobrado.",
    "unknown-field": (name) => `O campo "${name}" não é aceito aqui. Nada foi cobrado.`,
    "bad-idempotency-key": () =>
      "O cabeçalho Idempotency-Key precisa ter de 1 a 255 caracteres visíveis. Nada foi cobrado.",
    "bad-ceiling": (name) => `O cabeçalho ${name} precisa ser um valor em reais, como 0.50. Nada foi cobrado.`,
    "bad-frame-id": () => "O campo after precisa ser o número de um evento.",
    "bad-code-field": () => "O campo accessCode precisa ser um texto.",
    "bad-usage-record": () => "Isto não é um registro de uso.",
    "run-not-ended": () => "Esta resposta ainda está em andamento. Pare-a primeiro.",
    "no-such-run": () => "Esta resposta não existe, ou não é sua.",
    "no-such-route": () => "Este endereço não existe.",
    "method-not-allowed": () => "Este endereço não aceita este método.",
    "answer-completed": () =>
      "Desde que você leu uma parte, esta resposta ficou completa. Ela continua guardada: busque-a antes de apagar.",
    "answer-erased": () => "A resposta pedida com esta Idempotency-Key já foi entregue e apagada. Nada foi cobrado.",
    "body-too-large": () => "O pedido é grande demais. Nada foi cobrado.",
    "body-too-slow": () => "O envio parou no caminho ou ficou lento demais. Nada foi cobrado. Tente de novo.",
    "reader-too-slow": (address) =>
      address === ""
        ? "Esta conexão ficou parada por tempo demais e foi encerrada."
        : `Esta conexão ficou parada por tempo demais e foi encerrada. A resposta está guardada por 24 horas em GET ${address}`,
    "no-room": () =>
      "O servidor está recebendo envios demais agora. Nada foi cobrado. Tente de novo em alguns segundos.",
    "not-json-type": () => "Envie o corpo do pedido como application/json. Nada foi cobrado.",
    "encoded-body": () => "Envie o corpo do pedido sem Content-Encoding. Nada foi cobrado.",
    "key-reused": () => "Esta Idempotency-Key já foi usada com outro pedido. Nada foi cobrado.",
    "no-search-calls": () =>
      "Suas pesquisas na web acabaram. Desligue a pesquisa para continuar a conversa, ou adicione créditos. Nada foi cobrado.",
    "model-unpriced": (command) =>
      `Este modelo ainda não tem preço neste servidor. Quem o administra pode definir o preço com: ${command}. Nada foi cobrado.`,
    "no-provider-key": (names) =>
      `Este servidor ainda não tem chave para este provedor. Quem o administra precisa definir ${names}. Nada foi cobrado.`,
    "azure-incomplete": () => "incomplete azure config, please check it in your settings page",
    "words-only": () => "Este modelo cria imagens só a partir de palavras. Tire os anexos ou escolha outro modelo.",
    "bad-base-url": () => "Este endereço não pode ser usado. Nada foi cobrado.",
    "bad-image-address": () => "Este endereço de imagem não pode ser aberto daqui.",
    "image-unavailable": () =>
      "A imagem não chegou: o site não respondeu, ou o que ele enviou não é uma imagem de até 10 MB.",
    "picture-unfetched": () =>
      "A imagem foi criada, mas não deu para buscá-la no provedor. Tente de novo. Nada foi cobrado.",
    "bad-share": (name) => `O campo "${name}" não está como deveria.`,
    "no-such-share": () => "Este link não existe, ou já foi apagado.",
    "share-gone": () => "Este link saiu do ar.",
    "bad-picture": () => "Envie uma imagem PNG, JPEG, GIF ou WebP de até 10 MB e 60 megapixels.",
    "share-limit": () => "Você já criou muitos links hoje. Amanhã dá para criar mais.",
    "share-full": () =>
      "Não há mais espaço para os seus links. Apague os que não usa mais ou espere o prazo de algum terminar.",
    "sharing-unavailable": () => "Não foi possível guardar ou ler este link agora. Tente de novo em alguns segundos.",
    "bad-vault-request": () => "O pedido ao cofre não está como deveria.",
    "no-such-vault": () => "Este cofre não existe, ou a chave é outra.",
    "vault-out-of-step": () => "O cofre mudou enquanto este aparelho escrevia nele.",
    "vault-superseded": () => "Outro aparelho já arrumou este cofre.",
    "vault-full": () => "Não cabe mais nada no cofre. Neste aparelho tudo continua guardado.",
    "pairing-over": () => "Este convite já foi usado ou venceu. Peça outro no aparelho que já está no cofre.",
    "vault-unavailable": () => "O cofre não respondeu. Tente de novo daqui a pouco.",
    "plugins-off": () => "Este servidor não deixa usar plugins.",
    "bad-plugin-address": () => "Este endereço não pode ser chamado daqui.",
    redirected: (host: string) => `O serviço mandou a chamada para outro endereço (${host}), e ela não foi atrás.`,
    "compressed-reply": () => "O serviço respondeu comprimido, e isso não é aceito aqui.",
    "service-away": () => "O serviço não respondeu, ou a resposta não pôde ser lida.",
    "service-timeout": () => "O serviço não respondeu em 30 segundos.",
    "run-broken": () =>
      "Algo falhou no servidor no meio da resposta. Se alguma parte foi cobrada, ela aparece no extrato. Tente de novo em alguns segundos.",
    "gateway-fault": () => "Erro interno do servidor. Nada foi cobrado. Tente de novo em alguns segundos.",
  } satisfies Refusals,
  contextLengthExceeded:
    "Esta conversa ficou longa demais para o modelo. Encurte a mensagem, limpe o contexto ou escolha outro modelo. Nada foi cobrado.",
  unauthorized: "Falta o código de acesso, ou ele não foi aceito. Confira o código em Configurações.",
  userNotFound: "Usuário não encontrado. Por favor, verifique o código em Configurações",
  modelNotAllowed: (model: string) => `O modelo ${model} não está disponível no seu plano.`,
  modelRetired: (model: string, successor: string) =>
    `O modelo ${model} não está disponível: saiu do ar. Quem pode seguir é o ${successor}, que custa mais.`,
  modelRetiredAlone: (model: string) => `O modelo ${model} não está disponível: saiu do ar. Escolha outro modelo.`,
  modelGone: "Este modelo não está disponível no provedor. Escolha outro modelo.",
  modelNotFound: (model: string) =>
    `O modelo ${model} não existe aqui. Confira o nome ou escolha outro modelo. Nada foi cobrado.`,
  availableModels: (models: string) => `Modelos disponíveis: ${models}.`,
  /** Under a 401: leads to the access screen. */
  unauthorizedHelp: (url: string) => `[clique aqui para inserir a chave de acesso](${url})`,
  upgradeToPremium: "Faça upgrade para Premium e use todos os modelos.",
  freeLimitReached: "Suas mensagens grátis de hoje acabaram. Amanhã tem mais.",
  messageTooLong: (characters: number, limit: number) =>
    `Mensagem muito longa! Usuários gratuitos podem enviar no máximo ${limit} caracteres por mensagem. Sua mensagem tem ${characters} caracteres. Para enviar mensagens maiores, faça upgrade para Premium.`,
  tooManyRequests: (seconds: number | undefined) =>
    seconds === undefined
      ? "Muitas mensagens em pouco tempo. Espere um instante e tente de novo. Nada foi cobrado."
      : `Muitas mensagens em pouco tempo. Tente de novo em ${seconds} ${seconds === 1 ? "segundo" : "segundos"}. Nada foi cobrado.`,
  tooManyPluginCalls: (seconds: number | undefined) =>
    seconds === undefined
      ? "Muitas chamadas de plugins em pouco tempo. Espere um instante e tente de novo. Nada foi cobrado."
      : `Muitas chamadas de plugins em pouco tempo. Tente de novo em ${seconds} ${seconds === 1 ? "segundo" : "segundos"}. Nada foi cobrado.`,
  pluginCallsUsedUp: "Suas chamadas de plugins de hoje acabaram. Amanhã tem mais.",
  alreadyProcessing: "Por favor aguarde 1 minutinho... Verificando algo aqui.",
  /** What the gateway answers; the page says it in its own words, above. */
  alreadyProcessingShort: "Mensagem já em processamento",
  insufficientBalance: "Saldo esgotado. Adicione créditos para continuar. Nada foi cobrado.",
  insufficientBalanceShort: "Saldo insuficiente",
  /** Something is there, and not enough. `model`: the one that was asked. */
  tooLittle: {
    title: (available: string, model: string) => `Seu saldo de ${available} não cobre uma resposta do ${model}.`,
    kept: "Saldo insuficiente: a resposta não começou, e a sua pergunta continua aqui.",
    answerOf: (model: string) => `Resposta do ${model}`,
    balance: "Seu saldo",
  },
  balanceInUse:
    "O seu saldo está reservado para respostas que ainda estão em andamento. Espere uma delas terminar e tente de novo. Nada foi cobrado.",
  recharge: (url: string) => `[Adicionar créditos](${url})`,
  upgrade: (url: string) => `[Fazer upgrade para Premium](${url})`,
  messageCeiling: (ceiling: string, needed: string) =>
    `O seu limite de ${ceiling} por mensagem não basta: esta resposta pode custar ${needed} ou mais. Nada foi cobrado.`,
  roundsCeiling: (ceiling: string, spent: string) =>
    `Esta resposta já custou ${spent}, e o seu limite de ${ceiling} por mensagem não deixa espaço para outra rodada. O que veio até aqui fica.`,
  dayCeiling: (ceiling: string, spent: string, needed: string) =>
    `O seu limite de ${ceiling} por dia não deixa espaço para esta resposta, que pode custar ${needed} ou mais: hoje já foram ${spent}, contando as que estão em andamento. Nada foi cobrado.`,
  changeCeilings: (url: string) => `[Mudar os limites](${url})`,
  gateway502: "Erro no gateway (502). Tente novamente em alguns segundos.",
  gateway503: "Serviço temporariamente indisponível (503). Tente novamente em alguns segundos.",
  gateway504: "Servidor sobrecarregado (504). Tente novamente em alguns segundos.",
  upstream: (status: number, detail: string) => `O provedor do modelo recusou o pedido (${status}): ${detail}`,
  upstreamKey: "O provedor do modelo não aceitou a chave deste servidor. Avise o suporte ou escolha outro modelo.",
  ownKeyRefused: (status: number, detail: string) =>
    `O provedor do modelo recusou a sua própria chave (${status})${detail === "" ? "" : `: ${detail}`}. Confira a chave e a conta dela no provedor.`,
  upstreamBusy: "O provedor do modelo está com muitos pedidos agora. Espere um instante e tente de novo.",
  upstreamTimeout: "O modelo demorou demais para responder. Tente de novo ou escolha um modelo mais rápido.",
  upstreamCut:
    "A resposta foi interrompida pelo provedor do modelo. O que chegou está guardado aqui. Você só paga a mensagem e o trecho já gerado.",
  serverRestarted:
    "O nosso servidor reiniciou no meio da resposta. O que chegou está guardado aqui. Você só paga a mensagem e esse trecho.",
  emptyAfterSearch:
    "O modelo pesquisou na web, mas não escreveu nenhuma resposta. Tente de novo ou pergunte de outro jeito.",
  emptyAnswer: "O modelo não respondeu nada (empty response from server). Tente de novo.",
  reasoningTooLong:
    "O o3 não conseguiu responder. Se a mensagem for longa, use o gpt-4.1 ou divida o texto em partes de menos de 5000 caracteres.",
  notJson: (contentType: string, head: string) => `Resposta não é JSON válido (${contentType}): ${head}`,
  server: (statusText: string) => `Erro no servidor: ${statusText}`,
  network: "Erro de conexão. Tente novamente.",
  connectivity: "Erro de conectividade. Verifique sua conexão com a internet.",
  aborted: "Conexão interrompida...",
  overMessageCeiling: (estimate: string, ceiling: string) =>
    `Esta mensagem deve custar ${estimate}, acima do seu limite de ${ceiling} por mensagem. Nada foi enviado ainda.`,
  overDayCeiling: (estimate: string, spent: string, ceiling: string) =>
    `Hoje você já gastou ${spent}, e esta mensagem deve custar ${estimate}: passa do seu limite de ${ceiling} por dia. Nada foi enviado ainda.`,
  sendAnyway: "Enviar mesmo assim",
}
