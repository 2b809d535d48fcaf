import { useActions } from "../state/contributions.ts"
import { offered } from "../ui/action.ts"
import { ActionButton } from "../ui/action-button.tsx"

/** The actions of a block of code, as buttons in its head. */
export function CodeActions({ code, language }: { readonly code: string; readonly language: string }) {
  const shown = { code, language }
  return offered(useActions("code"), shown).map((action) => (
    <ActionButton key={action.id} action={action} subject={shown} />
  ))
}
