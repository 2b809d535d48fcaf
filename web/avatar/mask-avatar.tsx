import { emojiOf } from "#core/settings/avatar.ts"

export interface MaskAvatarProps {
  /** The avatar of the role as it is stored; undefined where there is no role. */
  readonly avatar: string | undefined
  /** Shown without an avatar, and for one that is no emoji (the ancestor's "gpt-bot"). */
  readonly fallback: string
}

/** The picture of the role that a conversation is held in. */
export function MaskAvatar({ avatar, fallback }: MaskAvatarProps) {
  return (avatar && emojiOf(avatar)) ?? fallback
}
