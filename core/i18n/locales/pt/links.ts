/** A link that brings a code or a key of one's own (`/?code=…`, `/?settings=…`). */
export const pt = {
  question: "O link que você abriu quer mudar isto neste aparelho:",
  questionWithAddress:
    "O link que você abriu quer mudar isto neste aparelho. As suas conversas passariam por este endereço: só aceite se confia em quem mandou o link.",
  apply: "Aplicar",
  key: "Sua chave da OpenAI",
  keyThere: "A chave que já está aqui, enviada a este endereço",
  address: "Endereço da OpenAI",
  applied: "Configuração aplicada",
  off: "Este site não aceita configurações por link. Você pode digitá-las em Configurações.",
}
