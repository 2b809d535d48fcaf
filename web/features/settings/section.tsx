import { Fragment, useId } from "react"
import { List } from "../../ui/list-item.tsx"
import type { ShownChapter } from "./chapter.ts"
import styles from "./settings.module.css"

/** Settings that belong together, under a heading that can be linked to. */
export function Section({ id, title, entries }: ShownChapter) {
  const headingId = useId()
  return (
    <section id={id} className={styles.section} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.heading}>
        {title}
      </h2>
      <List>
        {entries.map(({ title: name, row }) => (
          <Fragment key={name}>{row}</Fragment>
        ))}
      </List>
    </section>
  )
}
