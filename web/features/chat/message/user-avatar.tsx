import { emojiOf, isDefaultAvatar } from "#core/settings/avatar.ts"
import { useConfig } from "../../../state/config-store.ts"
import styles from "./avatar.module.css"

/** The picture the user has chosen for themselves; whoever has not chosen one is known by the side of the balloon. */
export function UserAvatar() {
  const avatar = useConfig((config) => config.avatar)
  const emoji = emojiOf(avatar)
  if (emoji === undefined || isDefaultAvatar(avatar)) return null
  return (
    <span className={styles.avatar} aria-hidden="true">
      {emoji}
    </span>
  )
}
