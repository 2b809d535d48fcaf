import { useAccess } from "../../../state/access-store.ts"
import { useConversations } from "../../../state/conversation-store.ts"
import { askedModel } from "../turn/who-pays.ts"

/** The model that will answer in this conversation; empty before there is one. The tier decides as well. */
export function useAskedModel(sessionId: string): string {
  useAccess((state) => state.userType)
  useAccess((state) => state.own)
  useAccess((state) => state.config.roles)
  return useConversations(({ sessions }) => {
    const session = sessions[sessionId]
    return session ? askedModel(session) : ""
  })
}
