import type { PluginDraft } from "./plugin-draft.ts"

/** A plugin as it stands in its form, and the text of its description, read or not. */
export interface UnsavedDraft {
  readonly draft: PluginDraft
  readonly text: string
}

/**
 * What was written into a plugin and not saved when its screen was left, by its id: it is there when the plugin is opened
 * again. A key that was pasted lies in it, so it is kept in memory alone.
 */
export const unsavedDrafts = new Map<string, UnsavedDraft>()
