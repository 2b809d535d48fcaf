import type { Folder } from "#core/conversation/folder.ts"
import type { Session } from "#core/conversation/session.ts"
import { texts } from "../../platform/language/texts.ts"
import { dispatch } from "../../state/conversation-store.ts"
import { askForText } from "../../ui/prompt.tsx"

/** Asks for a chat's name; none leaves it as it is. */
export async function renameChat({ id: sessionId, topic: value }: Session): Promise<void> {
  const topic = (await askForText({ title: texts().shell.newTitle, value, rows: 1 }))?.trim()
  if (topic) dispatch({ type: "session-renamed", sessionId, topic })
}

/** The same for a folder. */
export async function renameFolder({ id: folderId, name: value }: Folder): Promise<void> {
  const name = (await askForText({ title: texts().talk.folderName, value, rows: 1 }))?.trim()
  if (name) dispatch({ type: "folder-renamed", folderId, name })
}
