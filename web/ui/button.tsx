import { isScreenAddress, type ScreenAddress } from "#core/screens/screens.ts"
import type { ComponentProps, MouseEventHandler, ReactNode } from "react"
import { Link } from "../platform/browser/links.ts"
import styles from "./button.module.css"
import { classNames } from "./class-names.ts"
import { Icon, type IconName } from "./icon.tsx"

interface Look {
  readonly icon?: IconName
  /** `primary`: the main action. `quiet`: no border until hovered. */
  readonly variant?: "primary" | "plain" | "quiet" | "danger"
  readonly children: ReactNode
}

export type ButtonProps = Look & Omit<ComponentProps<"button">, keyof Look>

/** A button with a text and an optional icon before it. */
export function Button({ icon, variant = "plain", children, className, type = "button", ...rest }: ButtonProps) {
  return (
    <button {...rest} type={type} className={classNames(styles.button, styles[variant], className)}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

export type ButtonLinkProps = Look & {
  readonly href: string
  readonly className?: string | undefined
  readonly onClick?: () => void
  readonly "aria-label"?: string
}

/** A link that looks like a button: inside the application, or to another site in a tab of its own. */
export function ButtonLink({ icon, variant = "plain", children, className, href, ...rest }: ButtonLinkProps) {
  const looks = classNames(styles.button, styles[variant], className)
  const content = (
    <>
      {icon && <Icon name={icon} />}
      {children}
    </>
  )
  if (isScreenAddress(href)) {
    return (
      <Link {...rest} href={href} className={looks}>
        {content}
      </Link>
    )
  }
  return (
    <a {...rest} href={href} className={looks} target="_blank" rel="noopener noreferrer">
      {content}
    </a>
  )
}

export type IconButtonProps = Omit<ComponentProps<"button">, "children" | "aria-label"> & {
  readonly icon: IconName
  /** The button's name: read by screen readers, and shown as a tooltip. */
  readonly label: string
  /** `small`: 32 px under a fine pointer, for rows of actions. */
  readonly size?: "small" | "normal"
}

/** A button with only an icon. */
export function IconButton({ icon, label, size = "normal", className, type = "button", ...rest }: IconButtonProps) {
  return (
    <button
      title={label}
      {...rest}
      type={type}
      aria-label={label}
      className={classNames(styles.iconButton, size === "small" && styles.small, className)}
    >
      <Icon name={icon} size={size === "small" ? 16 : 18} />
    </button>
  )
}

/** A link with only an icon. */
export function IconLink({
  icon,
  label,
  href,
  onClick,
}: {
  readonly icon: IconName
  readonly label: string
  readonly href: ScreenAddress
  readonly onClick?: MouseEventHandler<HTMLAnchorElement>
}) {
  return (
    <Link href={href} aria-label={label} title={label} className={styles.iconButton} {...(onClick && { onClick })}>
      <Icon name={icon} />
    </Link>
  )
}
