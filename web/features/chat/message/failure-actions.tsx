import type { Message } from "#core/conversation/message.ts"
import type { AffordableModel, Failure } from "#core/gateway/failure.ts"
import { MoneyLinks } from "../../../message/failure-notice.tsx"
import { formatReserve } from "../../../platform/language/money.ts"
import { texts } from "../../../platform/language/texts.ts"
import { focusConversation } from "../../../state/composer-focus.ts"
import { chooseModel } from "../../../state/switch-model.ts"
import { displayNameOf } from "../../../state/model-facts.ts"
import { Button } from "../../../ui/button.tsx"
import { useAskedModel } from "../composer/use-asked-model.ts"
import { useRetry } from "../turn/use-send-message.ts"
import { useRetryCost } from "./use-retry-cost.ts"

export interface FailureActionsProps {
  readonly message: Message
  readonly sessionId: string
  readonly failure: Failure
}

/** In the notice about a failure: the best model that the balance covers, and asking again. */
export default function FailureActions({ message, sessionId, failure }: FailureActionsProps) {
  const { chat } = texts()
  const retry = useRetry(sessionId, message.id)
  const again = () => {
    // The notice goes with the new answer, and its button with the focus.
    focusConversation()
    retry()
  }
  const cost = useRetryCost(sessionId, message)
  const short = failure.kind === "insufficient-balance" ? failure.short : undefined
  const tooLittle = short?.why === "too-little" ? short : undefined
  const affordable = tooLittle?.affordable
  // The notice says what the server would reserve; the page only knows it roughly.
  const isSameModel = displayNameOf(useAskedModel(sessionId)) === tooLittle?.model
  const told =
    tooLittle && isSameModel && !cost?.isCovered ? chat.reserves(formatReserve(tooLittle.needed)) : cost?.text
  return (
    <>
      {affordable && <UseAffordable sessionId={sessionId} affordable={affordable} onChosen={again} />}
      {failure.kind === "insufficient-balance" && <MoneyLinks failure={failure} />}
      <Button icon="retry" onClick={again}>
        {chat.retry}
        {cost && <small>{told}</small>}
      </Button>
    </>
  )
}

interface UseAffordableProps {
  readonly sessionId: string
  readonly affordable: AffordableModel
  readonly onChosen: () => void
}

function UseAffordable({ sessionId, affordable, onChosen }: UseAffordableProps) {
  const t = texts()
  const { model, provider, displayName, needed } = affordable
  const use = () => {
    chooseModel(sessionId, model, provider)
    onChosen()
  }
  return (
    <Button variant="primary" onClick={use}>
      {t.shell.useModel(displayName)}
      <small>{t.chat.reserves(formatReserve(needed))}</small>
    </Button>
  )
}
