import { create } from "zustand"
import { builtinMasksIn, readBuiltinMasks, type BuiltinMask, type BuiltinMasks } from "#core/masks/builtin-masks.ts"
import { maskCollection } from "#core/masks/mask-collection.ts"
import { copyMask, type Mask, type Preset } from "#core/masks/mask.ts"
import { otherEditions } from "#core/storage/row.ts"
import { newId } from "../platform/browser/new-id.ts"
import { currentLocale } from "../platform/language/language.ts"
import { fetchBuiltinMasks } from "../platform/storage/builtin-masks.ts"
import { createCollectionStore } from "./collection-store.ts"
import { useConfig } from "./config-store.ts"
import { noteOwnMasks } from "./suggested-masks.ts"

export interface MaskState {
  /** The user's own, the newest first. */
  readonly own: readonly Mask[]
  /** Those that come with the program, in every language. */
  readonly builtin: BuiltinMasks
  readonly isLoaded: boolean
  /** The file of the built-in ones could not be fetched. */
  readonly lacksBuiltin: boolean
}

/** The masks of this browser (`nk-mask` in backups). */
export const useMasks = create<MaskState>()(() => ({ own: [], builtin: {}, isLoaded: false, lacksBuiltin: false }))

const ownMasks = createCollectionStore(maskCollection, (a, b) => b.createdAt - a.createdAt)
ownMasks.use.subscribe(({ records, isLoaded }) => {
  useMasks.setState({ own: records.map(({ value }) => value) })
  if (isLoaded) noteOwnMasks(records.length > 0)
})

/** Reads the user's masks, and the built-in ones unless they are here already. Where these could not be fetched, it is a new try. */
export async function refreshMasks(): Promise<void> {
  const readBuiltin = async () => {
    if (Object.keys(useMasks.getState().builtin).length > 0) return
    const file = await fetchBuiltinMasks()
    useMasks.setState({ builtin: readBuiltinMasks(file), lacksBuiltin: file === undefined })
  }
  await Promise.all([ownMasks.load(), readBuiltin()])
  useMasks.setState({ isLoaded: true })
}

/** The built-in masks that are listed in a language; none where the user hides them. */
export function useListedBuiltin(lang: string = currentLocale()): readonly BuiltinMask[] {
  const builtin = useMasks((state) => state.builtin)
  const isHidden = useConfig((config) => config.hideBuiltinMasks)
  return isHidden ? [] : builtinMasksIn(builtin, lang as never)
}

/** The mask with this id, hidden or not, in whatever language; undefined where there is none. */
export function maskById({ own, builtin }: MaskState, id: string): Mask | BuiltinMask | undefined {
  const all = Object.values(builtin).flatMap((list) => list ?? [])
  return own.find((mask) => mask.id === id) ?? all.find((mask) => mask.id === id)
}

/** Saves one of the user's masks; `before` as its writer knew it, absent for a new one. */
export function saveMask(after: Mask, before?: Mask): Promise<void> {
  return ownMasks.save(after, before)
}

export function addMasks(masks: readonly Mask[]): Promise<void> {
  return ownMasks.add(masks)
}

/** Saves the user's own copy of a mask. */
export async function addCopy(mask: Mask, name = mask.name): Promise<Mask> {
  const copy = { ...copyMask(mask, { now: Date.now(), newId }), name }
  await ownMasks.save(copy)
  return copy
}

/** Deletes one of the user's masks; the returned function brings it back. */
export function removeMask(mask: Mask): Promise<() => Promise<void>> {
  return ownMasks.remove(mask)
}

/** The messages of a mask that were written elsewhere while the shown ones were, the latest first. */
export function useMaskEditions(id: string): readonly (readonly Preset[])[] {
  const row = ownMasks.use(({ records }) => records.find((one) => one.id === id))
  return otherEditions(row?.sync, "context", row?.value.context).flatMap(({ v }) =>
    Array.isArray(v) ? [v as readonly Preset[]] : [],
  )
}
