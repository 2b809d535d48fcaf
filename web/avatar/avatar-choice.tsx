import { useId } from "react"
import { emojiOf } from "#core/settings/avatar.ts"
import { Icon } from "../ui/icon.tsx"
import { Popover } from "../ui/popover.tsx"
import styles from "./avatar-choice.module.css"

/** The faces to choose from, by their code points; the first is nobody's in particular. */
const faces = [
  "1f603",
  "1f60a",
  "1f60e",
  "1f913",
  "1f917",
  "1f973",
  "1f47b",
  "1f916",
  "1f9d1-200d-1f4bb",
  "1f9d1-200d-1f3eb",
  "1f9d1-200d-1f373",
  "1f9d1-200d-1f33e",
  "1f431",
  "1f436",
  "1f98a",
  "1f989",
  "1f99c",
  "1f40b",
  "1f335",
  "1f33b",
  "2615",
  "1f680",
  "1f3b8",
  "26bd",
] as const

export interface AvatarChoiceProps {
  /** The avatar as it is stored. */
  readonly value: string
  readonly onChange: (avatar: string) => void
  /** Further faces to choose from, before the others. */
  readonly first?: readonly string[]
  /** The current choice, in the interface's language. */
  readonly label: string
  /** The id of the button that shows the choice, so that a label can name it. */
  readonly id?: string
  readonly "aria-describedby"?: string
}

/** A face, and all there are beside it when pressed. */
export function AvatarChoice({ value, first = [], onChange, label, ...ids }: AvatarChoiceProps) {
  return (
    <Popover
      label={label}
      trigger={(properties) => (
        <button
          {...properties}
          {...ids}
          type="button"
          aria-label={ids.id === undefined ? label : undefined}
          className={styles.current}
        >
          <span aria-hidden="true">{emojiOf(value) ?? <Icon name="chat" />}</span>
          <Icon name="chevron" />
        </button>
      )}
    >
      <Faces value={value} first={first} onChange={onChange} label={label} />
    </Popover>
  )
}

/** A grid of faces, of which one is chosen. It stays open: faces are tried on. */
function Faces({
  value,
  first,
  onChange,
  label,
}: Pick<AvatarChoiceProps, "value" | "onChange" | "label"> & { readonly first: readonly string[] }) {
  const name = useId()
  const all: readonly string[] = [...new Set([...first, ...faces])]
  const shown = all.includes(value) || emojiOf(value) === undefined ? all : [value, ...all]
  return (
    <div role="radiogroup" aria-label={label} className={styles.faces}>
      {shown.map((face) => (
        <label key={face} className={styles.face}>
          <input
            type="radio"
            name={name}
            aria-label={emojiOf(face)}
            checked={face === value}
            onChange={() => onChange(face)}
          />
          <span aria-hidden="true">{emojiOf(face)}</span>
        </label>
      ))}
    </div>
  )
}
