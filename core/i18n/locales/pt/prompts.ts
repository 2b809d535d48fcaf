/** The list of prompts. */
export const pt = {
  title: "Prompts",
  search: "Buscar prompts",
  count: (own: number, builtin: number) =>
    `${own} ${own === 1 ? "seu" : "seus"}, ${builtin} ${builtin === 1 ? "pronto" : "prontos"}`,
  found: (count: number) =>
    count === 0 ? "Nenhum prompt encontrado" : count === 1 ? "1 prompt encontrado" : `${count} prompts encontrados`,
  add: "Novo prompt",
  edit: "Editar prompt",
  read: "Prompt pronto",
  editOne: (title: string) => `Editar ${title}`,
  readOne: (title: string) => `Ver ${title}`,
  deleteOne: (title: string) => `Excluir ${title}`,
  deleted: "Prompt excluído",
  name: "Título",
  content: "Texto",
  otherEdition: "Outra edição, escrita ao mesmo tempo em outro lugar",
  useEdition: "Usar esta",
  placesHint: "Use [colchetes] para o que muda a cada vez: o cursor para ali quando você escolhe o prompt.",
  readOnly: "Os prompts prontos não mudam. Faça uma cópia para ter a sua versão.",
  copy: "Fazer uma cópia",
  save: "Salvar",
  saveFailed: "Não foi possível salvar. Confira se há espaço no aparelho.",
}
