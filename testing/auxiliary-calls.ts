import { userMessage } from "#core/conversation/message.ts"
import { newSession } from "#core/conversation/session.ts"
import { summaryDue } from "#core/conversation/summary.ts"
import { titleMessages } from "#core/conversation/title.ts"
import { defaultModelConfig } from "#core/settings/model-config.ts"

const said = (text: string) => userMessage("a", 0, text)

/** The messages of the page's own request for a title of a conversation in which this was said. */
export function titleOf(text = "Oi, tudo bem?", locale: Parameters<typeof titleMessages>[2] = "pt") {
  return titleMessages([said(text)], 20, locale)
}

/** The messages of the page's own request for a summary of a conversation in which this was said. */
export function summaryOf(text = "Oi, tudo bem?") {
  const session = newSession({ id: "s", now: 0, modelConfig: defaultModelConfig, lang: "pt" })
  const config = { ...defaultModelConfig, compressMessageLengthThreshold: 0 }
  const task = summaryDue(session, [said(text)], config)
  if (task === undefined) throw new Error("no summary is due")
  return task.messages
}
