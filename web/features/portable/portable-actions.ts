import { texts } from "../../platform/language/texts.ts"
import type { Actions } from "../../state/contributions.ts"
import { openPortable } from "../../state/portable-dialog.ts"

/** What can be done with a conversation outside of it. */
export const portableActions: Partial<Actions> = {
  conversation: [
    {
      id: "export",
      icon: "download",
      text: () => texts().talk.exportChat,
      isDisabled: ({ messageCount }) => messageCount === 0,
      run: ({ id }) => openPortable({ kind: "export", sessionId: id }),
    },
  ],
}
