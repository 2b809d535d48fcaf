/** The note that a model reads in place of a picture that is not sent. */
export const imageNotes = {
  unseen: "[Imagem anexada, que este modelo não consegue ver]",
  older: "[Imagem anterior desta conversa, que não foi enviada de novo]",
  lost: "[Imagem que não está mais guardada neste navegador]",
} as const
