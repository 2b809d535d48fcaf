import { useEffect, useRef } from "react"
import type { Message } from "#core/conversation/message.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { OnSheet, PaperSheet } from "../../message/paper-sheet.tsx"
import { Said } from "./export-card.tsx"
import type { Chosen } from "./export-dialog.tsx"
import styles from "./export-card.module.css"
import { settled } from "./settled.ts"

export interface ExportPaperProps {
  readonly chosen: Chosen
  /** The browser's window is closed again. */
  readonly onPrinted: () => void
}

/** Lays out what was chosen of a conversation for the printer, and opens the browser's window once it is all there. */
export function ExportPaper({ chosen, onPrinted }: ExportPaperProps) {
  const sheet = useRef<HTMLElement>(null)
  useEffect(() => {
    addEventListener("afterprint", onPrinted)
    return () => removeEventListener("afterprint", onPrinted)
  }, [onPrinted])
  useEffect(() => {
    let isWanted = true
    void settled(sheet.current ?? document.body).then(() => isWanted && globalThis.print())
    return () => {
      isWanted = false
    }
  }, [])
  return (
    <PaperSheet title={chosen.title} ref={(element) => (sheet.current = element)}>
      {[...chosen.context, ...chosen.messages].map((message) => (
        <OnSheet key={message.id} isQuestion>
          <article className={styles.said} aria-label={speakerOf(message)}>
            <Said message={message} hasReasoning={chosen.choices.reasoning} cost={chosen.costOf(message)} />
          </article>
        </OnSheet>
      ))}
    </PaperSheet>
  )
}

function speakerOf({ role, model }: Message): string {
  const t = chapterTexts("portable").export
  return role === "user" ? t.you : role === "system" ? t.system : (model ?? t.assistant)
}
