/** The list from which a model is chosen. */
export const pt = {
  reasoningColumn: "Raciocínio",
  speed: "Velocidade",
  perMessage: "por mensagem",
  reasoningRating: (rating: number) => `Raciocínio: ${rating} de 5`,
  speedRating: (rating: number) => `Velocidade: ${rating} de 5`,
  onlyPremium: "Com saldo ou plano",
  /** In the menu of an answer: its question goes to the model that is chosen. */
  answerWith: "Responder com outro modelo",
  lockHint: "Um toque no cadeado mostra os planos.",
  lockedName: "Bloqueado: mostra os planos",
  /** In the place of a price, where the user's own key pays. */
  ownKey: "sua chave",
  goodAt: {
    flagship: "O mais capaz, para perguntas difíceis",
    everyday: "Para o dia a dia, bom em quase tudo",
    quick: "Rápido e barato, para tarefas simples",
    reasoning: "Passos longos de lógica e matemática",
    long: "Textos muito longos e instruções exatas",
    legacy: "Geração anterior",
    oldLogic: "Geração anterior, para lógica e código",
    cheapLogic: "Lógica e código, mais barato",
    pictures: "Cria imagens",
    voice: "Fala e escuta",
  },
  priceLevel: (level: number) => `Preço: ${level} de 4`,
  abilities: {
    sees: "Vê imagens",
    thinks: "Pensa antes de responder",
    tools: "Usa ferramentas",
    long: "Lê textos muito longos",
    searches: "Pesquisa na web",
  },
  /** In the selector, before and after the day a model is switched off. */
  leaves: (day: string) => `sai em ${day}`,
  followedBy: (model: string) => `segue com ${model}`,
  noneFound: "Nenhum modelo assim. Tente outra palavra, como rápido ou imagens.",
}
