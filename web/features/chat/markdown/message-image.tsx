import { useState } from "react"
import { texts } from "../../../platform/texts.ts"
import { Icon } from "../../../ui/icon.tsx"
import { rasterImage, throughOurServer, webAddress } from "./image-source.ts"
import styles from "./markdown.module.css"

/**
 * A picture of an answer. One that lies on the web is not fetched until the reader asks: its address alone could carry
 * the conversation to a stranger's server.
 */
export function MessageImage({
  src,
  description,
  inLink,
}: {
  readonly src: string
  readonly description: string
  readonly inLink: boolean
}) {
  const [state, setState] = useState<"waiting" | "shown" | "failed">("waiting")
  const inside = rasterImage(src)
  if (inside !== undefined) return <img className={styles.image} src={inside} alt={description} loading="lazy" />

  const address = webAddress(src)
  if (address === undefined || inLink) return <>{description}</>
  if (state === "shown") {
    return (
      <img
        className={styles.image}
        src={throughOurServer(address)}
        alt={description}
        onError={() => setState("failed")}
      />
    )
  }
  return (
    <button type="button" className={styles.imageButton} onClick={() => setState("shown")}>
      <Icon name="image" />
      <span>
        {description && <b>{description}</b>}
        <small>
          {state === "failed" ? texts().chat.imageFailed(address.host) : texts().chat.loadImage(address.host)}
        </small>
      </span>
    </button>
  )
}
