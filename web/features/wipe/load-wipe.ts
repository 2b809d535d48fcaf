import { loadDataTexts } from "../../platform/data-texts.ts"

/** The window with its words. */
export async function loadWipe() {
  await loadDataTexts()
  return import("./wipe-content.tsx")
}
