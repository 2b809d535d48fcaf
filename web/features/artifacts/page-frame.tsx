import { useEffect, useRef } from "react"
import { wholePage } from "#core/shares/page-source.ts"
import { useAccess } from "../../state/access-store.ts"
import styles from "./page-frame.module.css"
import { atServer } from "../../platform/gateway/server-address.ts"

/**
 * A page that a model made, running in a frame without an origin and without a network (docs/decisions/0142). A new source is a
 * new frame: the old one has been written over.
 */
export function PageFrame({ html, title }: { readonly html: string; readonly title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const apart = useAccess(({ config }) => config.artifactsOrigin) ?? ""
  // An application's policy names its server alone: a page could lead its frame to any other place that it names.
  const origin = import.meta.env.PROSA_APP ? "" : apart

  useEffect(() => {
    function answer(event: MessageEvent): void {
      const to = frame.current?.contentWindow
      // A frame without an origin is known by its window alone. A page that loads itself again asks once more.
      if (!to || event.source !== to || (event.data as { frame?: unknown } | null)?.frame !== "ready") return
      to.postMessage({ page: wholePage(html) }, "*")
    }
    addEventListener("message", answer)
    return () => removeEventListener("message", answer)
  }, [html])

  return (
    <iframe
      key={html}
      ref={frame}
      className={styles.frame}
      title={title}
      src={origin + atServer("/frames/artifact.html")}
      sandbox="allow-scripts"
      allow=""
      referrerPolicy="no-referrer"
    />
  )
}
