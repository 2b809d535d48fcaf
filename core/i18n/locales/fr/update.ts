import type { Texts } from "../../texts.ts"

export const fr: Texts["update"] = {
  error504: "Serveur surchargé (504). Réessayez dans quelques secondes.",
  error502: "Erreur de passerelle (502). Réessayez dans quelques secondes.",
  error503: "Service temporairement indisponible (503). Réessayez dans quelques secondes.",
  notJson: (contentType: string) => `Erreur de mise à jour : la réponse n’est pas du JSON valide (${contentType})`,
  failed: (status: string) => `Erreur de mise à jour : impossible d’obtenir le commit ou l’étiquette ${status}`,
}
