import type { Texts } from "../../../texts.ts"

export const en: Texts["crash"] = {
  title: "Oops, something went wrong!",
  text: "This page ran into an error and stopped. Your chats are still kept on this device: reload to get back to them.",
  details: "Details of the error",
  reload: "Reload the page",
  report: "Report This Error",
  clear: "Clear All Data",
  checkCode:
    "If the error comes back, check the access code in Settings (button at the bottom left) or contact support.",
  saveFailed: "The copy could not be saved, so nothing was erased.",
  screen: (error: string) => `This screen ran into an error (${error}). The rest of the page keeps working.`,
  retry: "Try again",
}
