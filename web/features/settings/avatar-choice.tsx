import { emojiOf } from "#core/settings/avatar.ts"
import { texts } from "../../platform/texts.ts"
import { useConfig } from "../../state/config-store.ts"
import { Icon } from "../../ui/icon.tsx"
import { Popover } from "../../ui/popover.tsx"
import styles from "./avatar-choice.module.css"
import { useSettingIds } from "./setting.tsx"

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

/** The user's face, and all there are beside it when pressed. */
export function AvatarChoice() {
  const t = texts().settings
  const avatar = useConfig((config) => config.avatar)
  const { id, "aria-describedby": describedBy } = useSettingIds()
  return (
    <Popover
      label={t.avatar}
      trigger={(properties) => (
        <button {...properties} id={id} aria-describedby={describedBy} type="button" className={styles.current}>
          <span aria-hidden="true">{emojiOf(avatar)}</span>
          <Icon name="chevron" />
        </button>
      )}
    >
      <Faces avatar={avatar} />
    </Popover>
  )
}

/** A grid of faces, of which one is the user's. It stays open: faces are tried on. */
function Faces({ avatar }: { readonly avatar: string }) {
  const shown: readonly string[] = faces.some((face) => face === avatar) ? faces : [avatar, ...faces]
  return (
    <div role="radiogroup" aria-label={texts().settings.avatar} className={styles.faces}>
      {shown.map((face) => (
        <label key={face} className={styles.face}>
          <input
            type="radio"
            name="avatar"
            aria-label={emojiOf(face)}
            checked={face === avatar}
            onChange={() => useConfig.getState().change({ avatar: face })}
          />
          <span aria-hidden="true">{emojiOf(face)}</span>
        </label>
      ))}
    </div>
  )
}
