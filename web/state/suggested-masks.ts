import { useEffect, useState } from "react"
import { fieldsOf, objectsOf } from "#core/lib/fields.ts"
import { whenIdle } from "../platform/browser/when-idle.ts"
import { currentLocale } from "../platform/language/language.ts"
import { fetchBuiltinMasks } from "../platform/storage/builtin-masks.ts"
import { useConfig } from "./config-store.ts"
import { conversationStore } from "./conversation-store.ts"

/** As much of a mask as a suggestion shows. */
export interface SuggestedMask {
  readonly id: string | number
  readonly name: string
  readonly avatar: string
  readonly builtin: boolean
}

/** How many masks an empty conversation suggests. */
export const mostSuggested = 8

/** Under this name stands whether there are masks of the user's own, so that a page without any need not ask the database. */
const ownKey = "nk-own-masks"

export function noteOwnMasks(areThere: boolean): void {
  try {
    if (areThere) localStorage.setItem(ownKey, "1")
    else localStorage.removeItem(ownKey)
  } catch {
    // They are suggested once the list has been open.
  }
}

/** What happens at a press on a mask, and whatever needs to know all of them. */
export const loadMasks = () => import("./begin-from-mask.ts")

/**
 * The masks that an empty conversation suggests, none where they are not wanted; undefined until they are known. A first
 * visit needs no more for them than their file: what was used and what is the user's own is looked up only where there is any.
 */
export function useSuggestedMasks(): readonly SuggestedMask[] | undefined {
  const isHidden = useConfig((config) => config.hideBuiltinMasks)
  const isOff = useConfig((config) => config.dontShowMaskSplashScreen)
  const [masks, setMasks] = useState<readonly SuggestedMask[]>()
  useEffect(() => {
    if (!isOff) whenIdle(() => void suggest(isHidden).then(setMasks))
  }, [isHidden, isOff])
  return isOff ? [] : masks
}

async function suggest(isHidden: boolean): Promise<readonly SuggestedMask[]> {
  const hasUsed = Object.values(conversationStore.getState().sessions).some(({ mask }) => mask.name)
  if (hasUsed || isHidden || localStorage.getItem(ownKey))
    return loadMasks().then(
      ({ suggestions }) => suggestions(),
      () => [],
    )
  const file = fieldsOf(await fetchBuiltinMasks())
  return objectsOf(file[currentLocale()] ?? file["en"]).slice(0, mostSuggested) as unknown as readonly SuggestedMask[]
}
