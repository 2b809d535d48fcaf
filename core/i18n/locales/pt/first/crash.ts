/** Shown in place of a drawing that failed. The title and two names are the same in every language on purpose. */
export const pt = {
  title: "Oops, something went wrong!",
  text: "Esta página encontrou um erro e parou. Suas conversas continuam guardadas neste aparelho: recarregue para voltar a elas.",
  details: "Detalhes do erro",
  reload: "Recarregar a página",
  report: "Report This Error",
  clear: "Clear All Data",
  checkCode:
    "Se o erro voltar, confira o código de acesso em Configurações (botão no canto inferior esquerdo) ou avise o suporte.",
  saveFailed: "Não foi possível salvar a cópia, então nada foi apagado.",
  screen: (error: string) => `Esta tela encontrou um erro (${error}). O resto da página continua funcionando.`,
  retry: "Tentar de novo",
}
