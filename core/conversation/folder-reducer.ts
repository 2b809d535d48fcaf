import { assertNever } from "../lib/assert-never.ts"
import type { FolderEvent } from "./conversation-event.ts"
import { withoutKey, type ConversationState } from "./conversation-state.ts"
import type { Folder } from "./folder.ts"

/** Applies an event to the folders. */
export function applyFolderEvent(state: ConversationState, event: FolderEvent): ConversationState {
  switch (event.type) {
    case "folder-created":
      if (state.folders[event.folder.id] !== undefined) return state
      return { ...state, folders: { ...state.folders, [event.folder.id]: event.folder } }
    case "folder-renamed":
      return change(state, event.folderId, (folder) =>
        folder.name === event.name ? folder : { ...folder, name: event.name },
      )
    case "folder-collapsed":
      return change(state, event.folderId, (folder) =>
        folder.collapsed === event.collapsed ? folder : { ...folder, collapsed: event.collapsed },
      )
    case "folder-deleted":
      if (state.folders[event.folderId] === undefined) return state
      return { ...state, folders: withoutKey(state.folders, event.folderId) }
    case "folders-changed-elsewhere":
      return { ...state, folders: Object.fromEntries(event.folders.map((folder) => [folder.id, folder])) }
    default:
      return assertNever(event)
  }
}

function change(state: ConversationState, folderId: string, to: (folder: Folder) => Folder): ConversationState {
  const folder = state.folders[folderId]
  const changed = folder && to(folder)
  return changed === undefined || changed === folder
    ? state
    : { ...state, folders: { ...state.folders, [folderId]: changed } }
}
