import type { Message } from "#core/conversation/message.ts"
import type { AnswerRound } from "#core/conversation/tool-rounds.ts"
import { contentText } from "#core/gateway/content.ts"
import { MarkdownView } from "../markdown/markdown-view.tsx"
import { Reasoning } from "./reasoning.tsx"
import { Searches } from "./searches.tsx"
import ToolLines from "./tool-lines.tsx"

/** The earlier rounds of an answer with tools. */
export default function AnswerRounds({ message }: { readonly message: Message }) {
  const { id, date, role, rounds = [] } = message
  return rounds.map((round, index) => <Round key={index} message={{ id, date, role, ...round }} />)
}

function Round({ message }: { readonly message: Message & AnswerRound }) {
  const text = contentText(message.content)
  return (
    <>
      {message.reasoning && <Reasoning message={message} />}
      <Searches message={message} />
      <div>
        {text !== "" && <MarkdownView text={text} streaming={false} />}
        <ToolLines message={message} isArriving={false} />
      </div>
    </>
  )
}
