import { defaultAppConfig } from "./app-config.ts"

/** The emoji an avatar names: its code points in hexadecimal, joined by "-" ("1f603", "1f469-200d-1f4bb"); undefined for any other name. */
export function emojiOf(avatar: string): string | undefined {
  if (!/^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/i.test(avatar)) return undefined
  const points = avatar.split("-").map((part) => Number.parseInt(part, 16))
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : undefined
}

export function isDefaultAvatar(avatar: string): boolean {
  return avatar === defaultAppConfig.avatar
}
