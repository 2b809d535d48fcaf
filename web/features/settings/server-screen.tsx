import { StrictMode, useId } from "react"
import type { Root } from "react-dom/client"
import { chooseServer } from "../../platform/gateway/server-address.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { Logo } from "../../ui/logo.tsx"
import { ServerForm } from "./server-form.tsx"
import styles from "./server-screen.module.css"

/** An application's first screen, before it knows its server; the page loads again with one. */
export function askForServer(root: Root): void {
  root.render(
    <StrictMode>
      <ServerScreen />
    </StrictMode>,
  )
}

function ServerScreen() {
  const t = chapterTexts("server")
  const hint = useId()
  return (
    <main className={styles.screen}>
      <Logo size={52} />
      <h1>{t.title}</h1>
      <p id={hint}>{t.hint}</p>
      <ServerForm
        describedBy={hint}
        onFound={(origin) => {
          chooseServer(origin)
          location.reload()
        }}
      />
    </main>
  )
}
