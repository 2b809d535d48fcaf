import type { Texts } from "../../../texts.ts"

export const es: Texts["crash"] = {
  title: "Oops, something went wrong!",
  text: "Esta página tuvo un error y se detuvo. Tus conversaciones siguen guardadas en este dispositivo: recarga la página para volver a ellas.",
  details: "Detalles del error",
  reload: "Recargar la página",
  report: "Report This Error",
  clear: "Clear All Data",
  checkCode:
    "Si el error vuelve, revisa el código de acceso en Configuración (botón en la esquina inferior izquierda) o avisa al soporte.",
  saveFailed: "No se pudo guardar la copia, así que no se borró nada.",
  screen: (error: string) => `Esta pantalla tuvo un error (${error}). El resto de la página sigue funcionando.`,
  retry: "Intentar de nuevo",
}
