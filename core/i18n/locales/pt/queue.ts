/** Messages that wait for a connection. */
export const pt = {
  queued: "Será enviada quando houver sinal",
  cancel: "Cancelar o envio",
  old: "Esta mensagem espera há mais de 23 horas. Enviar agora?",
  dearer: (now: string, then: string) =>
    `Enviar agora custa ≈\u00a0${now}; quando você escreveu, custava ≈\u00a0${then}.`,
  sendNow: "Enviar agora",
}
