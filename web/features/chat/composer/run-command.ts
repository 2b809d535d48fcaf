import type { ScreenAddress } from "#core/screens/screens.ts"
import type { CommandName } from "#core/conversation/commands.ts"
import { selectNeighbour } from "#core/conversation/listing.ts"
import { assertNever } from "#core/lib/assert-never.ts"
import { texts } from "../../../platform/language/texts.ts"
import { copySession, createSession, selectSession } from "../../../state/conversation-list.ts"
import { conversationStore } from "../../../state/conversation-store.ts"
import { deleteWithUndo } from "../../../state/delete-with-undo.ts"
import { showToast } from "../../../ui/toast.tsx"
import { clearContext } from "../turn/clear-context.ts"

/** Does what a command of the composer says, in the conversation it was typed in. */
export async function runCommand(
  command: CommandName,
  sessionId: string,
  navigate: (path: ScreenAddress) => void,
): Promise<void> {
  switch (command) {
    case "new":
      return void createSession()
    case "newm":
      return navigate("/new-chat")
    case "next":
    case "prev":
      return selectSession(selectNeighbour(conversationStore.getState(), command === "next" ? 1 : -1))
    case "clear":
      return clearContext(sessionId)
    case "fork":
      if ((await copySession(sessionId)) !== undefined) showToast({ text: texts().talk.forked })
      return
    case "del":
      return deleteWithUndo(sessionId)
    default:
      return assertNever(command)
  }
}
