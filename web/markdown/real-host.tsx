import styles from "./message-link.module.css"
import { hostToShow } from "./link-host.ts"

/** The real host of a link, shown beside a misleading text. */
export default function RealHost({ link, text }: { readonly link: URL; readonly text: string }) {
  const host = hostToShow(link, text)
  return host !== undefined && <bdi className={styles.realHost}> ({host})</bdi>
}
