/** Texts of the pages that the server makes for links that people share. */
export const pt = {
  shared: (product: string) => `${product} · conversa compartilhada`,
  untitled: "Conversa",
  /** `day` is a date as this language writes it. */
  until: (day: string) => `no ar até ${day}`,
  question: "Pergunta",
  answer: "Resposta",
  written: "Escrito por inteligência artificial. Confira o que for importante.",
  continueIn: (product: string) => `Continuar no ${product}`,
  report: "Denunciar",
  reportWhy: "O que há de errado com ela? Se quiser, conte aqui.",
  reportSend: "Enviar denúncia",
  reported: "Obrigado por avisar. Vamos olhar esta página.",
  page: (number: number, of: number) => `Página ${number} de ${of}`,
  next: "Continuar lendo",
  previous: "Página anterior",
  missing: "Este link não existe ou já foi apagado.",
  unreadable: "Não é possível ler esta conversa agora. Tente de novo daqui a pouco.",
  expired: "O prazo deste link terminou.",
  removed: "Este link saiu do ar.",
  hidden: "Esta página foi denunciada e espera uma revisão.",
}
