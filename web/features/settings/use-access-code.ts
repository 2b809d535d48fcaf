import { useEffect, useRef, useState } from "react"
import {
  changeAccessCode,
  selectNeedsRenewal,
  useAccess,
  type AccessState,
  type CodeResult,
} from "../../state/access-store.ts"

export type CodeOutcome = Exclude<CodeResult, "superseded"> | "checking"

/** Long enough for a pasted or typed code to be whole: wrong tries cost the caller time at the server. */
const pauseMs = 700

/**
 * The access code while it is edited: it is taken when typing pauses, on Enter, and on leaving the field. The text stays
 * as it was typed even where a refused code is dropped, so that a slip can be mended.
 */
export function useAccessCode() {
  const [draft, setDraft] = useState(() => useAccess.getState().accessCode)
  const [result, setResult] = useState<CodeResult | "checking" | undefined>(undefined)
  const access = useAccess()
  const taken = useRef(draft)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  // A code from another tab or a file is the one in use here too; what was being typed here would only hide that.
  const elsewhere = access.codeChangesElsewhere
  const [seenElsewhere, setSeenElsewhere] = useState(elsewhere)
  if (seenElsewhere !== elsewhere) {
    setSeenElsewhere(elsewhere)
    setDraft(access.accessCode)
    setResult(undefined)
  }
  useEffect(() => {
    clearTimeout(timer.current)
    taken.current = useAccess.getState().accessCode
  }, [elsewhere])

  const check = async (code: string) => {
    taken.current = code
    setResult("checking")
    const came = await changeAccessCode(code)
    // A newer code was entered while this one was checked: its own check will speak.
    if (taken.current === code) setResult(came)
  }

  return {
    draft,
    outcome: result === undefined || result === "superseded" ? outcomeOf(access) : result,
    change: (code: string) => {
      setDraft(code)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void check(code), code.trim() === "" ? 0 : pauseMs)
    },
    checkNow: () => {
      clearTimeout(timer.current)
      if (draft !== taken.current || result === "unreachable") void check(draft)
    },
  }
}

/** The result that is known without a request. */
function outcomeOf(access: AccessState): CodeOutcome {
  if (access.hasInvalidCode) return "invalid"
  if (access.accessCode === "") return "none"
  if (access.isFrozen) return "frozen"
  if (selectNeedsRenewal(access)) return "insufficient"
  return access.balanceAt === 0 ? "checking" : "valid"
}
