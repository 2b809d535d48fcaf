/** Files and pictures that wait in the composer, and whether the model sees them. */
export const pt = {
  attachments: "Anexos",
  removeAttachment: (name: string) => `Remover ${name}`,
  viewImage: (name: string) => `Ver ${name}`,
  attached: (count: number) => (count === 1 ? "1 anexo pronto" : `${count} anexos prontos`),
  dropTitle: "Solte para anexar",
  dropText: "Imagens, PDFs e arquivos de texto. Eles são lidos aqui no seu navegador.",
  leftOut: (count: number, limit: string) => `Ficaram de fora ${count} arquivos: cabem ${limit} anexos por mensagem.`,
  refused: {
    "too-large": (name: string, limit: string) => `${name} é grande demais. O limite é ${limit}.`,
    "too-many": (name: string, limit: string) => `${name} ficou de fora: cabem ${limit} anexos por mensagem.`,
    unsupported: (name: string) =>
      `${name} não pode ser lido aqui. Funcionam imagens (JPEG, PNG, WebP, GIF, AVIF, HEIC), PDF e arquivos de texto (TXT, CSV, Markdown, código). Word ou Excel? Salve antes em PDF ou CSV.`,
    empty: (name: string) => `${name} está vazio.`,
    folder: (name: string) => `${name} é uma pasta. Arraste os arquivos que estão dentro dela.`,
    unreadable: (name: string) =>
      `Não foi possível ler ${name}. Confira se o arquivo ainda existe e se há espaço no aparelho.`,
    "broken-image": (name: string) => `Não foi possível abrir a imagem ${name}. Ela pode estar danificada.`,
    "broken-pdf": (name: string) => `Não foi possível abrir o PDF ${name}. Ele pode estar danificado.`,
    "locked-pdf": (name: string) => `${name} está protegido por senha. Salve uma cópia sem senha e anexe de novo.`,
    "scanned-pdf": (name: string, pages: string) =>
      `${name} (${pages}) é digitalizado: são fotos das páginas, sem texto. Anexe as páginas como imagens, ou um PDF com texto.`,
  },
  unseen: (model: string, count: number) =>
    count === 1
      ? `O ${model} não vê imagens. A sua imagem continua aqui.`
      : `O ${model} não vê imagens. As suas ${count} imagens continuam aqui.`,
  unseenEarlier: (model: string) => `O ${model} não vê as imagens desta conversa, só sabe que elas existem.`,
  useModel: (model: string) => `Usar o ${model}`,
  keepUnseen: (model: string) => `Continuar com o ${model}`,
  keptUnseen: (model: string) => `O ${model} vai receber o texto e saber que há imagens, sem ver o que há nelas.`,
}
