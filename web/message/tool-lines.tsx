import { useState } from "react"
import type { Message, MessageTool } from "#core/conversation/message.ts"
import { statusToldIn } from "#core/plugins/told-status.ts"
import { chapterTexts, texts } from "../platform/language/texts.ts"
import { Icon } from "../ui/icon.tsx"
import styles from "./tool-lines.module.css"

/** The tools an answer called, a quiet line each, with what was asked of it and what it said folded inside. */
export default function ToolLines({
  message,
  isArriving,
}: {
  readonly message: Message
  readonly isArriving: boolean
}) {
  const { tools: all = [] } = message
  // A call that waits for its reader is shown by the question about it.
  const tools = all.filter(({ received, begun, content }) => !isArriving || !received || begun || content !== undefined)
  if (tools.length === 0) return null
  return (
    <div className={styles.tools}>
      {tools.map((tool, index) => (
        <ToolLine key={index} tool={tool} isArriving={isArriving} />
      ))}
    </div>
  )
}

function ToolLine({ tool, isArriving }: { readonly tool: MessageTool; readonly isArriving: boolean }) {
  const [isUnfolded, setUnfolded] = useState(false)
  const t = texts().chat
  return (
    <details onToggle={(event) => setUnfolded(event.currentTarget.open)}>
      <summary>
        <Icon name="bolt" size={14} />
        <span dir="auto">{lineOf(tool, isArriving)}</span>
        <Icon name="chevron" size={14} />
      </summary>
      {isUnfolded && (
        <dl>
          <dt>{t.toolInput}</dt>
          <dd dir="auto" tabIndex={0}>
            {tool.function.arguments || "{}"}
          </dd>
          {tool.content !== undefined && (
            <>
              <dt>{t.toolOutput}</dt>
              <dd dir="auto" tabIndex={0}>
                {tool.content}
              </dd>
            </>
          )}
        </dl>
      )}
    </details>
  )
}

/** `isArriving`: the answer still arrives. A call that nobody answers any more did not work. */
function lineOf({ title, function: { name }, content, isError, refused }: MessageTool, isArriving: boolean): string {
  const t = texts().chat
  const called = title ?? name
  if (refused) return chapterTexts("tools").refused(called)
  if (isError) {
    const status = statusToldIn(content ?? "")
    return t.failedTool(called) + (status === undefined ? "" : ` (HTTP ${status})`)
  }
  if (content !== undefined) return t.usedTool(called)
  return isArriving ? t.usingTool(called) : t.failedTool(called)
}
