import { loadDataTexts } from "../../platform/data-texts.ts"

/** The notice with its words. */
export async function loadDamageNotice() {
  await loadDataTexts()
  return import("./damage-notice.tsx")
}
