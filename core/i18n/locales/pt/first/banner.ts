/** The line above the page. */
export const pt = {
  label: "Sobre o Premium",
  text: (model: string) => `Conheça o Premium: ${model} e outros modelos`,
  dismiss: "Não mostrar mais",
}
