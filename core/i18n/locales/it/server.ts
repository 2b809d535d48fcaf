import type { Texts } from "../../texts.ts"

export const it: Texts["server"] = {
  title: "Indirizzo del server",
  hint: "Questa app dialoga tramite un server. Chi lo gestisce può darti l’indirizzo.",
  connect: "Connetti",
  connecting: "Ricerca del server…",
  noAddress: "Questo non è un indirizzo. Somiglia a https://chat.esempio.it",
  notSecure: "L’indirizzo deve iniziare con https://, così nessuno può leggere le conversazioni lungo il percorso.",
  noAnswer:
    "Nessun server ha risposto, oppure non accetta questa app. Controlla l’indirizzo o chiedi a chi lo gestisce.",
  settingHint:
    "Dove si risponde ai tuoi messaggi. Cambiando server il codice di accesso viene tolto da questo dispositivo; le conversazioni restano.",
}
