import { useEffect, useState } from "react"
import { readImageReference } from "#core/conversation/image-reference.ts"
import { loadImage } from "../storage/image-storage.ts"

/** An address, and how many components show it. */
interface Shown {
  users: number
  readonly address: Promise<string | undefined>
  /** Once it is known: a picture that is shown in another place, or printed, is there at once. */
  known?: string | undefined
}

/** Addresses of pictures on screen, and of those that were a moment ago; a picture seen in several places is read once. */
const shown = new Map<string, Shown>()

export type StoredImageState = { readonly address: string } | "reading" | "lost"

/** The address under which a picture of the store can be shown, while the component stands; `reference` as in a message. */
export function useStoredImage(reference: string): StoredImageState {
  const id = readImageReference(reference)?.id
  const [found, setFound] = useState<{ readonly id: string; readonly state: StoredImageState }>()
  useEffect(() => {
    if (id === undefined) return
    let isWanted = true
    void show(id).then((address) => {
      if (isWanted) setFound({ id, state: address === undefined ? "lost" : { address } })
    })
    return () => {
      isWanted = false
      hide(id)
    }
  }, [id])
  if (id === undefined) return "lost"
  if (found?.id === id) return found.state
  const address = shown.get(id)?.known
  return address === undefined ? "reading" : { address }
}

function show(id: string): Promise<string | undefined> {
  const known = shown.get(id)
  if (known !== undefined) {
    known.users += 1
    return known.address
  }
  const address = loadImage(id).then(
    (blob) => blob && URL.createObjectURL(blob),
    () => undefined,
  )
  const first: Shown = { users: 1, address }
  shown.set(id, first)
  void address.then((known) => (first.known = known))
  return address
}

/** An image that is taken away may not have fetched its address yet, and often comes back at once. In ms. */
const graceMs = 10_000

function hide(id: string): void {
  const known = shown.get(id)
  if (known === undefined) return
  known.users -= 1
  if (known.users > 0) return
  void known.address.then((address) => {
    // A picture that was not found may be there the next time.
    if (address === undefined) forget(id, known)
    else setTimeout(() => forget(id, known, address), graceMs)
  })
}

/** Gives back the address of a picture, unless it is on screen again. */
function forget(id: string, known: Shown, address?: string): void {
  if (known.users > 0 || shown.get(id) !== known) return
  shown.delete(id)
  if (address !== undefined) URL.revokeObjectURL(address)
}
