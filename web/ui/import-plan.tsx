import { useState, type ReactNode } from "react"
import { texts } from "../platform/language/texts.ts"
import { Button } from "./button.tsx"
import { Dialog, type DialogProps } from "./dialog.tsx"
import styles from "./import-plan.module.css"
import { showToast } from "./toast.tsx"

/** The words of a noun that is imported, from its own chapter. */
export interface ImportWords<Reason extends string> {
  readonly import: string
  readonly importTitle: string
  readonly importHint: string
  readonly importFresh: (count: number) => string
  readonly importKnown: (count: number) => string
  readonly importIgnored: (count: number, reason: string) => string
  readonly reasons: Readonly<Record<Reason, string>>
  readonly imported: (count: number) => string
  readonly saveFailed: string
}

export interface ImportPlanProps<Item, Reason extends string> {
  readonly words: ImportWords<Reason>
  readonly found: {
    readonly fresh: readonly Item[]
    readonly known: number
    readonly ignored: readonly { readonly reason: Reason; readonly count: number }[]
  }
  /** What else there is to be known before. */
  readonly notes?: readonly string[]
  readonly add: (fresh: readonly Item[]) => Promise<unknown>
  readonly onClose: () => void
  readonly size?: DialogProps["size"]
  /** Draws one of them as a `<li>`. */
  readonly children: (item: Item) => ReactNode
}

/** How many of them are listed. */
const listed = 50

/** What importing a file would do, and the press that does it. */
export function ImportPlan<Item, Reason extends string>(props: ImportPlanProps<Item, Reason>) {
  const { words, found, notes = [], add, onClose, size, children } = props
  const [isBusy, setBusy] = useState(false)
  const { fresh, known, ignored } = found
  const run = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      await add(fresh)
      showToast({ text: words.imported(fresh.length) })
      onClose()
    } catch {
      setBusy(false)
      showToast({ text: words.saveFailed })
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.importTitle}
      {...(size && { size })}
      actions={
        <>
          <Button onClick={onClose}>{texts().shell.cancel}</Button>
          {fresh.length > 0 && (
            <Button variant="primary" aria-busy={isBusy} onClick={() => void run()}>
              {words.import}
            </Button>
          )}
        </>
      }
    >
      <p className={styles.plan} role="status">
        {[
          words.importFresh(fresh.length),
          ...(known > 0 ? [words.importKnown(known)] : []),
          ...ignored.map(({ reason, count }) => words.importIgnored(count, words.reasons[reason])),
          ...notes,
        ].join(", ")}
      </p>
      <p className={styles.quiet}>{words.importHint}</p>
      <ul role="list" className={styles.list}>
        {fresh.slice(0, listed).map((item) => children(item))}
        {fresh.length > listed && <li className={styles.quiet}>+ {fresh.length - listed}</li>}
      </ul>
    </Dialog>
  )
}
