import { MaskGreeting } from "./mask-greeting.tsx"
import { MaskMessages } from "./mask-messages.tsx"
import { MaskTag } from "./mask-tag.tsx"

const parts = { tag: MaskTag, greeting: MaskGreeting, messages: MaskMessages }

/** Beneath the title, in place of the greeting, or above the messages. */
export default function MaskParts({ of, sessionId }: { readonly of: keyof typeof parts; readonly sessionId: string }) {
  const Part = parts[of]
  return <Part sessionId={sessionId} />
}
