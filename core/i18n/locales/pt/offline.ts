/** The page as an application of the device, and its new versions. */
export const pt = {
  newVersion: "Nova versão pronta",
  update: "Atualizar",
  updateLoses:
    "A página recarrega, e o que só está nesta aba se perde: conversas temporárias e o que não pôde ser salvo.",
  app: "Aplicativo",
  appHint: "Dá para instalar na tela inicial: abre em janela própria e também sem internet.",
  install: "Instalar",
  installed: "Já está instalado neste aparelho.",
  installOnIos: "Para instalar, toque em Compartilhar e depois em “Adicionar à Tela de Início”.",
  installByMenu: "Para instalar, abra o menu do navegador e escolha “Instalar” ou “Adicionar à tela inicial”.",
  installOffer: "Quer abrir o chat direto da tela inicial, mesmo sem internet?",
}
