import { useId, type ReactNode } from "react"
import { ListItem } from "../../ui/list-item.tsx"

export interface SettingProps {
  readonly title: string
  readonly hint: string
  /** Renders the control, with its label and its description attached by these ids. */
  readonly children: (ids: { readonly id: string; readonly "aria-describedby": string }) => ReactNode
  readonly note?: ReactNode
}

/** A setting: its name, what it does, its control. */
export function Setting({ title, hint, children, note }: SettingProps) {
  const id = useId()
  const hintId = useId()
  return (
    <ListItem title={title} hint={hint} htmlFor={id} hintId={hintId} note={note}>
      {children({ id, "aria-describedby": hintId })}
    </ListItem>
  )
}
