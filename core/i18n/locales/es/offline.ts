import type { Texts } from "../../texts.ts"

export const es: Texts["offline"] = {
  newVersion: "Nueva versión lista",
  update: "Actualizar",
  updateLoses:
    "La página se recarga y se pierde lo que solo está en esta pestaña: conversaciones temporales y lo que no se pudo guardar.",
  app: "Aplicación",
  appHint: "Instalada en la pantalla de inicio, se abre en su propia ventana y también sin internet.",
  install: "Instalar",
  installed: "Ya está instalada en este dispositivo.",
  installOnIos: "Para instalarla, toca Compartir y después “Agregar a inicio”.",
  installByMenu: "Para instalarla, abre el menú del navegador y elige “Instalar” o “Agregar a la pantalla principal”.",
  installOffer: "¿Quieres abrir el chat desde la pantalla de inicio, incluso sin internet?",
}
