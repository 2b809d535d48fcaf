import { emojiOf, isDefaultAvatar } from "#core/settings/avatar.ts"
import styles from "./user-avatar.module.css"

/** The picture the user has chosen for themselves; whoever has not chosen one is known by the side of the balloon. */
export function UserAvatar({ avatar }: { readonly avatar: string }) {
  const emoji = emojiOf(avatar)
  if (emoji === undefined || isDefaultAvatar(avatar)) return null
  return (
    <span className={styles.avatar} aria-hidden="true">
      {emoji}
    </span>
  )
}
