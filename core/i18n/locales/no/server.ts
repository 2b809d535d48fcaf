import type { Texts } from "../../texts.ts"

export const no: Texts["server"] = {
  title: "Serveradresse",
  hint: "Denne appen snakker gjennom en server. Den som driver den, kan gi deg adressen.",
  connect: "Koble til",
  connecting: "Leter etter serveren …",
  noAddress: "Dette er ikke en adresse. Den ser ut som https://chat.eksempel.no",
  notSecure: "Adressen må begynne med https://, slik at ingen kan lese samtalene dine underveis.",
  noAnswer:
    "Ingen server svarte der, eller den godtar ikke denne appen. Kontroller adressen eller spør den som driver den.",
  settingHint:
    "Her blir meldingene dine besvart. Bytter du server, fjernes tilgangskoden fra denne enheten; samtalene blir.",
}
