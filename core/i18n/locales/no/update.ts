import type { Texts } from "../../texts.ts"

export const no: Texts["update"] = {
  error504: "Serveren er overbelastet (504). Prøv igjen om noen sekunder.",
  error502: "Feil i gatewayen (502). Prøv igjen om noen sekunder.",
  error503: "Tjenesten er midlertidig utilgjengelig (503). Prøv igjen om noen sekunder.",
  notJson: (contentType: string) => `Oppdateringsfeil: Svaret er ikke gyldig JSON (${contentType})`,
  failed: (status: string) => `Oppdateringsfeil: Fikk ikke hentet commit/tagg ${status}`,
}
