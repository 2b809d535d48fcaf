import type { Texts } from "../../texts.ts"

export const no: Texts["links"] = {
  question: "Lenken du åpnet, vil endre dette på enheten:",
  questionWithAddress:
    "Lenken du åpnet, vil endre dette på enheten. Samtalene dine vil gå gjennom denne adressen: Godta bare hvis du stoler på den som sendte lenken.",
  apply: "Bruk",
  key: "OpenAI-nøkkelen din",
  keyThere: "Nøkkelen som allerede ligger her, blir sendt til denne adressen",
  address: "OpenAI-adresse",
  applied: "Innstillingene er tatt i bruk",
  off: "Dette nettstedet tar ikke imot innstillinger fra lenker. Du kan skrive dem inn i Innstillinger.",
}
