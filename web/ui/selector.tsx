import { useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from "react"
import { foldText } from "#core/lib/fold-text.ts"
import { texts } from "../platform/language/texts.ts"
import { classNames } from "./class-names.ts"
import { Dialog } from "./dialog.tsx"
import { Icon } from "./icon.tsx"
import fieldStyles from "./field.module.css"
import styles from "./selector.module.css"
import { useIsMobile } from "./use-media.ts"

/** A row whose value begins with this is a group heading: its title stands above the rows that follow. */
export const groupMarker = "group:"

export interface SelectorItem {
  readonly value: string
  readonly title: string
  /** A line below the title. */
  readonly subtitle?: string | undefined
  /** A short label beside the title. */
  readonly tag?: string | undefined
  /** Small pictures at the end of the title's line. */
  readonly marks?: ReactNode
  /** Further words by which it is found, besides its texts. */
  readonly keywords?: string
  /** The cells of its columns: beside the title on a desktop, below the subtitle on a phone. */
  readonly cells?: readonly ReactNode[]
  /** The reason why it cannot be selected. */
  readonly disabled?: string | undefined
  /** It bears a lock, of this name; a press opens what would unlock it (`onLocked`). */
  readonly locked?: string | undefined
}

export interface SelectorProps {
  readonly title: string
  readonly items: readonly SelectorItem[]
  /** Headings of the columns: the title's first. Absent: there are no columns. */
  readonly columns?: readonly string[]
  readonly selected: readonly string[]
  /** Several rows can be chosen: a press toggles one, and the window stays open. */
  readonly multiple?: boolean
  /** A search field is shown however few rows there are. */
  readonly searchable?: boolean
  /** The text for a search without results. */
  readonly noneFound?: string
  readonly onSelect: (value: string) => void
  readonly onLocked?: () => void
  readonly onClose: () => void
  readonly children?: ReactNode
  /** At the end of the window. */
  readonly foot?: ReactNode
}

/** With more rows than this, a search field is shown. */
const searchAbove = 9

/** A window to choose one or several rows from a list: a table on a desktop, a list on a phone. */
export function Selector(props: SelectorProps) {
  const { title, items, multiple = false, onSelect, onLocked, onClose, children, foot } = props
  const count = items.filter(({ value }) => !value.startsWith(groupMarker)).length
  const { searchable = count > searchAbove } = props
  const t = texts().shell
  const isMobile = useIsMobile()
  const [query, setQuery] = useState("")
  const shown = itemsMatching(items, query)
  const { noneFound = t.nothingFound } = props
  const body = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const choose = (item: SelectorItem) => {
    if (item.disabled !== undefined) return
    if (item.locked !== undefined) {
      onClose()
      return onLocked?.()
    }
    onSelect(item.value)
    if (!multiple) onClose()
  }
  const first = shown.find(
    (item) => !item.value.startsWith(groupMarker) && item.disabled === undefined && item.locked === undefined,
  )
  // Where no search takes it, the focus begins on the row that is chosen, which is so in sight, else on the first.
  const chosen = shown.find(({ value }) => props.selected.includes(value)) ?? first
  const rows = { ...props, items: shown, choose, autofocus: searchable && !isMobile ? undefined : chosen?.value }
  return (
    <Dialog open onClose={onClose} title={title} size="wide" actions={foot}>
      {children}
      {searchable && (
        <div className={styles.searching}>
          <input
            ref={field}
            type="search"
            className={fieldStyles.field}
            placeholder={t.searchInList}
            aria-label={t.searchInList}
            value={query}
            data-autofocus={isMobile ? undefined : true}
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "ArrowDown") moveFocus(event, body.current, field.current)
              if (event.key === "Enter" && query.trim() !== "" && first && !multiple) choose(first)
            }}
          />
        </div>
      )}
      {/* Keys and presses beside a button are shortcuts: every row has a button that Tab reaches. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events */}
      <div
        ref={body}
        className={classNames(searchable && styles.found)}
        onKeyDown={(event) => moveFocus(event, body.current, field.current)}
        onClick={pressRow}
      >
        <div role="status">{shown.length === 0 && <p className={styles.none}>{noneFound}</p>}</div>
        {shown.length === 0 ? null : isMobile ? <List {...rows} /> : <Table {...rows} />}
      </div>
    </Dialog>
  )
}

interface RowsProps extends SelectorProps {
  /** The row that has the focus as the window opens. */
  readonly autofocus: string | undefined
  readonly choose: (item: SelectorItem) => void
}

function Table(rows: RowsProps) {
  const { items, columns = [], selected } = rows
  const span = Math.max(columns.length, 1)
  return (
    <table className={styles.table}>
      {columns.length > 0 && (
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {items.map((item) =>
          item.value.startsWith(groupMarker) ? (
            <tr key={item.value} className={styles.group}>
              <th scope="rowgroup" colSpan={span}>
                {item.title}
              </th>
            </tr>
          ) : (
            <tr key={item.value} className={rowClass(item, selected)}>
              <td>
                <Choice {...rows} item={item} />
              </td>
              {item.cells?.map((cell, at) => (
                <td key={columns[at + 1] ?? at}>{cell}</td>
              ))}
            </tr>
          ),
        )}
      </tbody>
    </table>
  )
}

function List(rows: RowsProps) {
  const { items, columns = [], selected } = rows
  return (
    <>
      {/* Each cell says by itself what it is. */}
      {columns.length > 1 && (
        <p className={styles.legend} aria-hidden="true">
          {columns.slice(1).map((column) => (
            <span key={column}>{column}</span>
          ))}
        </p>
      )}
      <ul className={styles.list}>
        {items.map((item) =>
          item.value.startsWith(groupMarker) ? (
            <li key={item.value} className={styles.group}>
              <h3>{item.title}</h3>
            </li>
          ) : (
            <li key={item.value} className={rowClass(item, selected)}>
              <Choice {...rows} item={item} />
              {item.cells && (
                <div className={styles.cells}>
                  {item.cells.map((cell, at) => (
                    <span key={at}>{cell}</span>
                  ))}
                </div>
              )}
            </li>
          ),
        )}
      </ul>
    </>
  )
}

interface ChoiceProps extends RowsProps {
  readonly item: SelectorItem
}

/** The button of a row, before its marks; a press anywhere on the row activates it. */
function Choice({ item, selected, multiple, autofocus, choose }: ChoiceProps) {
  const isSelected = selected.includes(item.value)
  const says = multiple
    ? { "aria-pressed": isSelected }
    : { "aria-current": isSelected ? ("true" as const) : undefined }
  return (
    <div className={styles.titled}>
      <button
        type="button"
        className={styles.choice}
        aria-disabled={item.disabled === undefined ? undefined : true}
        data-autofocus={item.value === autofocus || undefined}
        onClick={() => choose(item)}
        {...says}
      >
        <b>
          {item.title}
          {item.locked !== undefined && (
            <span className={styles.lock} role="img" aria-label={item.locked}>
              <Icon name="lock" size={16} />
            </span>
          )}
          {item.tag !== undefined && <small>{item.tag}</small>}
          {isSelected && <Icon name="check" size={16} />}
        </b>
        {item.subtitle !== undefined && <span>{item.subtitle}</span>}
        {item.disabled && <span className={styles.why}>{item.disabled}</span>}
      </button>
      {item.marks}
    </div>
  )
}

function rowClass(item: SelectorItem, selected: readonly string[]): string {
  return classNames(
    styles.row,
    selected.includes(item.value) && styles.selected,
    item.disabled !== undefined && styles.disabled,
  )
}

/** The rows that contain every word of the query, with the headings that still have rows. */
function itemsMatching(items: readonly SelectorItem[], query: string): readonly SelectorItem[] {
  const words = foldText(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return items
  let heading = ""
  const fits = items.map((item) => {
    const isHeading = item.value.startsWith(groupMarker)
    if (isHeading) heading = item.title
    const text = foldText(`${heading} ${item.title} ${item.value} ${item.subtitle ?? ""} ${item.keywords ?? ""}`)
    return { item, isHeading, fits: !isHeading && words.every((word) => text.includes(word)) }
  })
  return fits
    .filter((row, at) => {
      if (!row.isHeading) return row.fits
      const next = fits.findIndex((other, place) => place > at && other.isHeading)
      return fits.slice(at + 1, next < 0 ? undefined : next).some((other) => other.fits)
    })
    .map(({ item }) => item)
}

/** How many rows each key moves; Home and End move to the ends. */
const steps: Readonly<Record<string, number | undefined>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: -Infinity,
  End: Infinity,
}

/** Moves between the rows, and from the first of them back to the field. */
function moveFocus(event: KeyboardEvent, body: HTMLElement | null, field: HTMLElement | null): void {
  const step = steps[event.key]
  if (step === undefined || body === null) return
  event.preventDefault()
  const buttons = [...body.querySelectorAll<HTMLElement>("button")]
  const at = buttons.findIndex((button) => button === document.activeElement)
  if (at === 0 && event.key === "ArrowUp" && field) return field.focus()
  buttons[at < 0 ? 0 : Math.min(Math.max(at + step, 0), buttons.length - 1)]?.focus()
}

/** A press on an element beside a row's button that has its own tooltip counts as a press on the row. */
function pressRow({ target }: MouseEvent): void {
  if (!(target instanceof Element) || target.closest("button")) return
  target.closest(`.${styles.row}`)?.querySelector("button")?.click()
}
