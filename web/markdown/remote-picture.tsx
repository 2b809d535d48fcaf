import { useContext, useEffect, useState } from "react"
import { fetchRemoteImage } from "../platform/images/remote-image.ts"
import { texts } from "../platform/language/texts.ts"
import { authHeaders } from "../state/access-store.ts"
import { Icon } from "../ui/icon.tsx"
import { OnPaper } from "./on-paper.ts"
import styles from "./picture.module.css"
import { Picture } from "./picture.tsx"

/** A picture that lies on the web: the name of its host until the reader asks for it, then fetched by way of our server. */
export function RemotePicture({ address, description }: { readonly address: URL; readonly description: string }) {
  const [state, setState] = useState<"waiting" | "loading" | "failed" | { readonly src: string }>("waiting")
  const src = typeof state === "object" ? state.src : undefined
  useEffect(() => () => URL.revokeObjectURL(src ?? ""), [src])
  const onPaper = useContext(OnPaper)
  const t = texts().chat
  if (onPaper && src === undefined) {
    // It was never fetched for paper: what it shows and where it lies.
    return (
      <span className={styles.imageButton}>
        <Icon name="image" />
        <span>
          {description && <b>{description}</b>}
          <small>{address.host}</small>
        </span>
      </span>
    )
  }
  if (src !== undefined) {
    return <Picture src={src} description={description || address.host} onError={() => setState("failed")} />
  }
  const load = () => {
    setState("loading")
    void fetchRemoteImage(address, authHeaders()).then((found) =>
      setState(found === undefined ? "failed" : { src: found }),
    )
  }
  return (
    <button type="button" className={styles.imageButton} aria-busy={state === "loading"} onClick={load}>
      <Icon name="image" />
      <span>
        {description && <b>{description}</b>}
        <small>{state === "failed" ? t.imageFailed(address.host) : t.loadImage(address.host)}</small>
      </span>
    </button>
  )
}
