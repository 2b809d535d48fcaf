import { useId, type ReactNode } from "react"
import { List } from "../../ui/list-item.tsx"
import styles from "./settings.module.css"

/** Settings that belong together, under a heading. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      <List>{children}</List>
    </section>
  )
}
