import { closePrompts, usePromptsDialog } from "../../state/prompts-dialog.ts"
import { withChapters } from "../../platform/language/texts.ts"
import { lazyPart } from "../../ui/lazy-part.tsx"

const PromptsContent = lazyPart(() => withChapters(import("./prompts-content.tsx"), "prompts"))

/** The list of prompts; its content loads when it is first opened. */
export function PromptsDialog() {
  const isOpen = usePromptsDialog((state) => state.isOpen)
  return isOpen && <PromptsContent onMissing={closePrompts} onClose={closePrompts} />
}
