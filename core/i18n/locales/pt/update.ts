/** Texts for a version check that failed. */
export const pt = {
  error504: "Servidor sobrecarregado (504). Tente novamente em alguns segundos.",
  error502: "Erro no gateway (502). Tente novamente em alguns segundos.",
  error503: "Serviço temporariamente indisponível (503). Tente novamente em alguns segundos.",
  notJson: (contentType: string) => `Update Error: Resposta não é JSON válido (${contentType})`,
  failed: (status: string) => `Update Error: Falha ao buscar commit/tag ${status}`,
}
