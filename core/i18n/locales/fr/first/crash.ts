import type { Texts } from "../../../texts.ts"

export const fr: Texts["crash"] = {
  title: "Oops, something went wrong!",
  text: "Cette page a rencontré une erreur et s’est arrêtée. Vos conversations sont toujours conservées sur cet appareil : rechargez la page pour les retrouver.",
  details: "Détails de l’erreur",
  reload: "Recharger la page",
  report: "Report This Error",
  clear: "Clear All Data",
  checkCode:
    "Si l’erreur revient, vérifiez le code d’accès dans les Paramètres (bouton en bas à gauche) ou prévenez l’assistance.",
  saveFailed: "La copie n’a pas pu être enregistrée, rien n’a donc été effacé.",
  screen: (error: string) =>
    `Cet écran a rencontré une erreur (${error}). Le reste de la page continue de fonctionner.`,
  retry: "Réessayer",
}
