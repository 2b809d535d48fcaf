import type { Texts } from "../../texts.ts"

export const es: Texts["update"] = {
  error504: "Servidor sobrecargado (504). Vuelve a intentarlo en unos segundos.",
  error502: "Error en la puerta de enlace (502). Vuelve a intentarlo en unos segundos.",
  error503: "Servicio temporalmente no disponible (503). Vuelve a intentarlo en unos segundos.",
  notJson: (contentType: string) => `Error de actualización: la respuesta no es JSON válido (${contentType})`,
  failed: (status: string) => `Error de actualización: no se pudo obtener el commit o la etiqueta ${status}`,
}
