import type { IconName } from "./icon.tsx"
import type { MenuItem } from "./menu.tsx"

/** Something that can be done with what is on the screen, as a button or an entry of a menu shows it. */
export interface Action<Subject> {
  readonly id: string
  readonly icon: IconName
  /** In the reader's language. */
  readonly text: (subject: Subject) => string
  /** Absent: it is offered for every subject. */
  readonly isOffered?: (subject: Subject) => boolean
  /** Whether it is shown but cannot be chosen. */
  readonly isDisabled?: (subject: Subject) => boolean
  readonly isDanger?: boolean
  /** May resolve to what its button says for a moment once it is done. */
  readonly run: (subject: Subject) => void | Promise<string | void>
}

/** Those of the actions that are offered for a subject. */
export function offered<Subject, One extends Action<Subject>>(
  actions: readonly One[],
  subject: Subject,
): readonly One[] {
  return actions.filter(({ isOffered }) => isOffered?.(subject) !== false)
}

/** The entries of a menu for the actions that are offered for a subject. */
export function menuItems<Subject>(actions: readonly Action<Subject>[], subject: Subject): readonly MenuItem[] {
  return offered<Subject, Action<Subject>>(actions, subject).map((action) => ({
    id: action.id,
    text: action.text(subject),
    icon: action.icon,
    disabled: action.isDisabled?.(subject) ?? false,
    danger: action.isDanger ?? false,
    onSelect: () => void action.run(subject),
  }))
}
