import { texts } from "../../../platform/language/texts.ts"
import { IconButton } from "../../../ui/button.tsx"
import styles from "./composer.module.css"

export interface ExpandButtonProps {
  readonly isExpanded: boolean
  readonly onExpand: (expand: boolean) => void
}

/** Gives the field the place of the messages too, and takes it back. */
export function ExpandButton({ isExpanded, onExpand }: ExpandButtonProps) {
  const t = texts().composer
  return (
    <IconButton
      icon={isExpanded ? "minimise" : "maximise"}
      size="small"
      className={styles.expand}
      label={isExpanded ? t.collapse : t.expand}
      aria-pressed={isExpanded}
      onClick={() => onExpand(!isExpanded)}
    />
  )
}

/** Whether a text is long enough to want more room: five lines, or as many letters as fill them on a phone. */
export function wantsRoom(text: string): boolean {
  return text.length > 280 || text.split("\n", 5).length === 5
}
