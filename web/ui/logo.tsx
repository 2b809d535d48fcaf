import styles from "./logo.module.css"

/** The mark: a speech balloon with a P. Drawn, not typed, so that it costs no font weight. */
export function Logo({ size = 34 }: { readonly size?: number }) {
  return (
    <svg className={styles.logo} width={size} height={size} viewBox="0 0 34 34" aria-hidden="true" focusable="false">
      <path
        className={styles.shape}
        d="M11 0h12a11 11 0 0 1 11 11v12a11 11 0 0 1-11 11H3a3 3 0 0 1-3-3V11A11 11 0 0 1 11 0Z"
      />
      <path
        className={styles.letter}
        d="M12 25V9h6.2c3.6 0 5.8 2.1 5.8 5.4s-2.2 5.4-5.8 5.4H15.6V25H12Zm3.6-8.2h2.3c1.6 0 2.5-.9 2.5-2.4s-.9-2.4-2.5-2.4h-2.3v4.8Z"
      />
    </svg>
  )
}
