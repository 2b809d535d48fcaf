import { createContext, useContext } from "react"
import styles from "./screen-tag.module.css"

const TagContext = createContext<string | undefined>(undefined)

/** A word that stands in the header of every screen, such as that nobody real answers here. */
export const ScreenTagProvider = TagContext.Provider

export function ScreenTag() {
  const text = useContext(TagContext)
  return text === undefined ? null : <span className={styles.tag}>{text}</span>
}
