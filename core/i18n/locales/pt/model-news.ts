/** What became of a conversation's model: it was switched off, or a dearer one answers for it. */
export const pt = {
  /** In a conversation whose model was switched off, or is answered by a dearer one. */
  went: (model: string, day: string | undefined) =>
    day === undefined ? `O ${model} saiu do ar.` : `O ${model} saiu do ar em ${day}.`,
  goesOn: (model: string) => `Esta conversa segue com o ${model}, sem custar mais.`,
  goesOnCheaper: (model: string) => `Esta conversa segue com o ${model}, que custa menos.`,
  answersFor: (model: string, asked: string) => `Quem responde pelo ${asked} agora é o ${model}.`,
  costsMore: (model: string, percent: string | undefined) =>
    percent === undefined
      ? `O ${model} custa mais por pergunta.`
      : `O ${model} custa até ${percent} mais por pergunta.`,
  nobodyFollows: "Escolha outro modelo para continuar esta conversa.",
  goOn: "Seguir com ele",
  chooseOther: "Escolher outro",
  change: "Trocar",
  dismiss: "Dispensar aviso",
}
