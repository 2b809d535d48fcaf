import type { ReactNode } from "react"
import { Setting } from "./setting.tsx"

/** A setting in a list of settings: what it is found by, and its row. */
export interface Entry {
  readonly title: string
  readonly hint: string
  readonly row: ReactNode
}

/** A setting with one control. `isPlain`: its control has a name of its own. */
export function entry(
  title: string,
  hint: string,
  control: ReactNode,
  { note, isPlain = false }: { readonly note?: ReactNode; readonly isPlain?: boolean } = {},
): Entry {
  return {
    title,
    hint,
    row: (
      <Setting title={title} hint={hint} note={note} isPlain={isPlain}>
        {control}
      </Setting>
    ),
  }
}
