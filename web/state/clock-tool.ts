import { contentText } from "#core/gateway/content.ts"
import { foldText } from "#core/lib/fold-text.ts"
import { texts } from "../platform/language/texts.ts"
import type { ToolSource } from "./tools.ts"
import { useAccess } from "./access-store.ts"

/** Its name for models. */
export const clockName = "relogio"

/** In the demonstration, a message that mentions a tool gets a harmless one, to show how tools work. */
export const clockTool: ToolSource = (_session, question) => {
  if (!useAccess.getState().config.pretend) return []
  if (!/\b(ferramentas?|tools?)\b/.test(foldText(contentText(question.content)))) return []
  return [
    {
      title: texts().chat.clockTool,
      definition: {
        name: clockName,
        description: "Diz a data e a hora de agora neste aparelho.",
        parameters: { type: "object", properties: {} },
      },
      run: async () => new Date().toLocaleString("pt-BR", { dateStyle: "full", timeStyle: "short" }),
    },
  ]
}
