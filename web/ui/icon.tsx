import styles from "./icon.module.css"

/** One stroke style, one 24-unit grid: every icon is a single path, so that no sprite has to load or mount first. */
const paths = {
  back: "M19 12H5M11 6l-6 6 6 6",
  branch:
    "M7 8v8M7 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM7 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM17 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM17 9c0 4-10 2-10 7",
  bulb: "M9 18h6M10 21h4M8.5 15a6.5 6.5 0 1 1 7 0c-.6.5-1 1.2-1 2h-5c0-.8-.4-1.5-1-2Z",
  bolt: "M13 3 5 14h6l-1 7 8-11h-6l1-7Z",
  chat: "M5 5h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-7l-5 4v-4H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2Z",
  camera:
    "M4 8.5A1.5 1.5 0 0 1 5.5 7H8l1.5-2.5h5L16 7h2.5A1.5 1.5 0 0 1 20 8.5v9a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 17.5v-9ZM12 9.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7Z",
  check: "m5 12.5 4.5 4.5L19 7.5",
  chevron: "m7 10 5 5 5-5",
  clip: "m20 11-8.2 8.2a5 5 0 0 1-7-7L13 4a3.4 3.4 0 0 1 4.8 4.8l-8.2 8.2a1.7 1.7 0 0 1-2.4-2.4L14.5 7.3",
  close: "M6 6l12 12M18 6 6 18",
  compose: "M12 5H7a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-5M17.5 4l2.5 2.5-7.5 7.5-3.2.7.7-3.2L17.5 4Z",
  code: "m8 8-4 4 4 4M16 8l4 4-4 4M13.5 5.5l-3 13",
  cut: "M4 12h3M10.5 12h3M17 12h3M8 5l4 3 4-3M8 19l4-3 4 3",
  down: "M12 5v14M6 13l6 6 6-6",
  copy: "M11 9h7a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2ZM5 15V6a2 2 0 0 1 2-2h8",
  download: "M12 4v11M8 11l4 4 4-4M5 16v4h14v-4",
  edit: "M5 19h3.5L19 8.5 15.5 5 5 15.5V19ZM13 7.5l3.5 3.5",
  external: "M13 5h6v6M19 5l-8 8M10 6H6a1 1 0 0 0-1 1v11a1 1 0 0 0 1 1h11a1 1 0 0 0 1-1v-4",
  eye: "M3 12s3.3-6 9-6 9 6 9 6-3.3 6-9 6-9-6-9-6ZM12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Z",
  eyeOff:
    "M4 4l16 16M9.5 6.4C10.3 6.1 11.1 6 12 6c5.7 0 9 6 9 6s-.9 1.7-2.6 3.2M6.6 7.6C4.2 9.3 3 12 3 12s3.3 6 9 6c1.6 0 3-.5 4.2-1.1M10.3 10.3a2.5 2.5 0 0 0 3.4 3.4",
  file: "M7 3h7l4 4v12.5a1.5 1.5 0 0 1-1.5 1.5h-9.5a1.5 1.5 0 0 1-1.5-1.5v-15A1.5 1.5 0 0 1 7 3ZM14 3v4h4M9 12h6M9 16h6",
  fold: "M8 4l4 4 4-4M8 20l4-4 4 4M4 12h16",
  folder: "M4 7a2 2 0 0 1 2-2h3l2 2.5h7a2 2 0 0 1 2 2V17a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7Z",
  gem: "M7 5h10l4 5-9 10L3 10l4-5ZM3 10h18M9 10l3 10 3-10",
  globe: "M20 12a8 8 0 1 1-16 0 8 8 0 0 1 16 0ZM4 12h16M12 4c5 5 5 11 0 16M12 4c-5 5-5 11 0 16",
  image:
    "M7 5h10a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3ZM9 8.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3ZM5 18l5-5 3 3 3-3 3 3",
  info: "M20 12a8 8 0 1 1-16 0 8 8 0 0 1 16 0ZM12 11v5M12 8v.01",
  key: "M12 15.5a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM10.8 12.7 20 3.5M15.5 8l3 3",
  lock: "M7 11h10a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  mask: "M4.5 6c5-1.6 10-1.6 15 0v5c0 4.8-3.2 7.8-7.5 9-4.3-1.2-7.5-4.2-7.5-9V6ZM8.5 11h2M13.5 11h2M9.5 15c1.7 1 3.3 1 5 0",
  maximise: "M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5",
  menu: "M4 8h16M4 16h12",
  minimise: "M4 9h5V4M20 9h-5V4M4 15h5v5M20 15h-5v5",
  more: "M5 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0ZM11 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0ZM17 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0Z",
  offline:
    "M4 4l16 16M5 12.5a10 10 0 0 1 4-2.4M2.5 9a14 14 0 0 1 4-2.5M19 12.5a10 10 0 0 0-2.6-1.8M21.5 9A14 14 0 0 0 11 5.1M8.5 16a5 5 0 0 1 6.2-.7M12 19.5v.01",
  next: "m10 7 5 5-5 5",
  pin: "M9 4h6l-1 6 3 3H7l3-3-1-6ZM12 13v7",
  plug: "M9 3.5V8M15 3.5V8M6.5 8h11v3a5.5 5.5 0 0 1-11 0V8ZM12 16.5v4",
  plus: "M12 5v14M5 12h14",
  previous: "m14 7-5 5 5 5",
  retry: "M4 12a8 8 0 1 0 2.6-5.9L4 8.5M4 4v4.5h4.5",
  search: "M17.5 11a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0ZM20 20l-4.2-4.2",
  selectText: "M8 4h2a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H8M16 4h-2a2 2 0 0 0-2 2M16 20h-2a2 2 0 0 1-2-2",
  send: "M12 19V5M6 11l6-6 6 6",
  settings: "M4 7h10M18 7h2M4 17h2M10 17h10M16 5a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM8 15a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z",
  share: "M12 15V4M8 8l4-4 4 4M5 13v6h14v-6",
  stop: "M8.5 7h7A1.5 1.5 0 0 1 17 8.5v7a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 7 15.5v-7A1.5 1.5 0 0 1 8.5 7Z",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  unfold: "M8 7l4-4 4 4M8 17l4 4 4-4M4 12h16",
  voice: "M5 10v4h3l5 4V6l-5 4H5ZM17 9a4 4 0 0 1 0 6",
  warning: "M12 4 3 19.5h18L12 4ZM12 10v4.5M12 17v.01",
  wrap: "M4 6h16M4 12h12a3.5 3.5 0 0 1 0 7h-4M14.5 16 12 19l2.5 3M4 18h4",
  zoomIn: "M17.5 11a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0ZM20 20l-4.2-4.2M11 8.5v5M8.5 11h5",
  zoomOut: "M17.5 11a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0ZM20 20l-4.2-4.2M8.5 11h5",
} as const

export type IconName = keyof typeof paths

/** Icons that point in reading direction and are mirrored in right-to-left languages. */
const directional: ReadonlySet<IconName> = new Set(["back", "external", "next", "previous"])

/** An icon beside a text; screen readers skip it. */
export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      className={directional.has(name) ? `${styles.icon} ${styles.directional}` : styles.icon}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  )
}
