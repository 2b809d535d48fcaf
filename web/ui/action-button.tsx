import { useEffect, useRef, useState } from "react"
import type { Action } from "./action.ts"
import { IconButton } from "./button.tsx"

/** How long a button says what it has done, in ms. */
const doneMs = 2_000

export interface ActionButtonProps<Subject> {
  readonly action: Action<Subject>
  readonly subject: Subject
  readonly className?: string | undefined
}

/** An action as a small button that is only an icon. What it has done, it says for a moment, with a check mark. */
export function ActionButton<Subject>({ action, subject, className }: ActionButtonProps<Subject>) {
  const [done, setDone] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const run = async () => {
    const said = await action.run(subject)
    if (said === undefined) return
    setDone(said)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setDone(undefined), doneMs)
  }
  return (
    <IconButton
      size="small"
      className={className}
      icon={done === undefined ? action.icon : "check"}
      label={done ?? action.text(subject)}
      disabled={action.isDisabled?.(subject)}
      onClick={() => void run()}
    />
  )
}
