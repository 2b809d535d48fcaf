import { artifactActions } from "./features/artifacts/artifact-actions.ts"
import { chatActions } from "./features/chat/chat-actions.ts"
import { portableActions } from "./features/portable/portable-actions.ts"
import { shareActions } from "./features/share/share-actions.ts"
import { speechActions } from "./features/speech/speech-actions.ts"
import type { Actions } from "./state/contributions.ts"

/** The features that offer actions, in the order in which these are shown. */
const offers: readonly Partial<Actions>[] = [speechActions, shareActions, chatActions, artifactActions, portableActions]

/** In a chunk of its own: an empty chat shows none of them. */
export const actions: Actions = {
  message: offers.flatMap(({ message = [] }) => message),
  code: offers.flatMap(({ code = [] }) => code),
  conversation: offers.flatMap(({ conversation = [] }) => conversation),
  dock: offers.flatMap(({ dock = [] }) => dock),
  composerEnd: offers.flatMap(({ composerEnd = [] }) => composerEnd),
}
