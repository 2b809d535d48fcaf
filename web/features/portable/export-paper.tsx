import { useEffect, useRef } from "react"
import type { Message } from "#core/conversation/message.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { fitOnPaper } from "../../message/fit-on-paper.ts"
import { OnSheet, PaperSheet } from "../../message/paper-sheet.tsx"
import { Said } from "./export-card.tsx"
import type { Chosen } from "./export-dialog.tsx"
import styles from "./export-card.module.css"
import { settled } from "./settled.ts"

export interface ExportPaperProps {
  readonly chosen: Chosen
  /** The browser has been asked to print; false where it cannot. */
  readonly onDone: (isPrinted: boolean) => void
}

/** What draws formulas and pictures may have to be fetched first, on whatever line; in ms. */
const settlingMs = { quiet: 400, most: 8_000 }

/**
 * Lays out what was chosen of a conversation for the printer, and opens the browser's window once it is all there. It stands
 * until its dialog goes: some browsers say that they have printed before they have.
 */
export function ExportPaper({ chosen, onDone }: ExportPaperProps) {
  const sheet = useRef<HTMLElement>(null)
  useEffect(() => {
    let isWanted = true
    const print = () => {
      if (!isWanted) return
      if (sheet.current !== null) fitOnPaper(sheet.current)
      try {
        globalThis.print()
        onDone(true)
      } catch {
        onDone(false)
      }
    }
    void settled(sheet.current ?? document.body, settlingMs).then(print)
    return () => {
      isWanted = false
    }
  }, [onDone])
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
