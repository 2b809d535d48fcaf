import { newId } from "../../platform/browser/new-id.ts"
import { texts } from "../../platform/language/texts.ts"
import { dispatch } from "../../state/conversation-store.ts"
import { askForText } from "../../ui/prompt.tsx"

/** Asks for a name and makes a folder of it. Returns its id; undefined when the window was closed instead. */
export async function createFolder(): Promise<string | undefined> {
  const name = (await askForText({ title: texts().talk.folderName, rows: 1 }))?.trim()
  if (!name) return undefined
  const id = newId()
  dispatch({ type: "folder-created", folder: { id, name, collapsed: false, createdAt: Date.now() } })
  return id
}
