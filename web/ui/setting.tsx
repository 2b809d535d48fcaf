import { createContext, useContext, useId, useMemo, type ReactNode } from "react"
import { ListItem } from "./list-item.tsx"

/** How a control gets its label and its description. */
export interface SettingIds {
  readonly id: string
  readonly "aria-describedby": string
}

const Ids = createContext<SettingIds & { readonly title: string }>({ id: "", "aria-describedby": "", title: "" })

/** The ids for the control of a setting. */
export function useSettingIds(): SettingIds {
  const { id, "aria-describedby": describedBy } = useContext(Ids)
  return { id, "aria-describedby": describedBy }
}

/** The title of a setting, for a second control that the label does not reach. */
export function useSettingTitle(): string {
  return useContext(Ids).title
}

export interface SettingProps {
  readonly title: string
  readonly hint: string
  /** The control; it takes its label and its description by `useSettingIds`, or by these ids. */
  readonly children?: ReactNode | ((ids: SettingIds) => ReactNode)
  readonly note?: ReactNode
  /** Nothing in it can be labelled by a label: a button with a text of its own, a group, a line to read. */
  readonly isPlain?: boolean
}

/** A setting: its name, what it does, its control. */
export function Setting({ title, hint, children, note, isPlain = false }: SettingProps) {
  const id = useId()
  const hintId = useId()
  const ids = useMemo(() => ({ id, "aria-describedby": hintId, title }), [id, hintId, title])
  const item = isPlain ? {} : { htmlFor: id }
  return (
    <Ids value={ids}>
      <ListItem title={title} hint={hint} hintId={hintId} {...item} note={note}>
        {typeof children === "function" ? children({ id, "aria-describedby": hintId }) : children}
      </ListItem>
    </Ids>
  )
}
