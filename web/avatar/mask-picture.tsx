import type { ReactNode } from "react"
import { emojiOf } from "#core/settings/avatar.ts"
import icon from "../ui/icon.module.css"

export interface MaskPictureProps {
  /** The avatar of the role as it is stored. */
  readonly avatar: string
  /** A role that comes with the program wears a drawn icon in place of its emoji. */
  readonly builtin?: boolean | undefined
  readonly size?: number
  /** Shown for an avatar that is no emoji (the ancestor's "gpt-bot"). */
  readonly fallback?: ReactNode
}

/** The picture of a role. The icons lie in a file of their own, which is fetched with the first of them. */
export function MaskPicture({ avatar, builtin, size = 20, fallback = null }: MaskPictureProps) {
  if (!builtin) return emojiOf(avatar) ?? fallback
  return (
    <svg className={icon.icon} width={size} height={size} aria-hidden="true" focusable="false">
      <use href={`${import.meta.env.BASE_URL}mask-icons.svg#${avatar}`} />
    </svg>
  )
}
