/** Where the server is: the application's first screen, and the setting. */
export const pt = {
  title: "Endereço do servidor",
  hint: "Este aplicativo conversa por meio de um servidor. Quem cuida dele informa o endereço.",
  connect: "Conectar",
  connecting: "Procurando o servidor…",
  noAddress: "Isto não é um endereço. Ele se parece com https://chat.exemplo.com.br",
  notSecure: "O endereço precisa começar com https://, para que ninguém leia as conversas no caminho.",
  noAnswer:
    "Nenhum servidor respondeu ali, ou ele não aceita este aplicativo. Confira o endereço ou fale com quem cuida dele.",
  settingHint:
    "Onde as suas mensagens são respondidas. Trocar de servidor tira o código de acesso deste aparelho; as conversas ficam.",
}
