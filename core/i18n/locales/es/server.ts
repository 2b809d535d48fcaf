import type { Texts } from "../../texts.ts"

export const es: Texts["server"] = {
  title: "Dirección del servidor",
  hint: "Esta aplicación conversa a través de un servidor. Quien lo mantiene te dará la dirección.",
  connect: "Conectar",
  connecting: "Buscando el servidor…",
  noAddress: "Esto no es una dirección. Tiene este aspecto: https://chat.ejemplo.com",
  notSecure: "La dirección debe empezar por https://, para que nadie lea tus conversaciones en el camino.",
  noAnswer:
    "Ningún servidor respondió ahí o no acepta esta aplicación. Comprueba la dirección o pregunta a quien lo mantiene.",
  settingHint:
    "Donde se responden tus mensajes. Al cambiar de servidor se quita el código de acceso de este dispositivo; las conversaciones se conservan.",
}
