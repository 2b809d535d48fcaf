/** The way to the message field, for whatever begins a conversation beside the chat's own screen. */
let field: (() => void) | undefined
let isWanted = false

/** Something on the page has had the focus: before that none can be lost, and a page just opened shows no ring. */
let wasAnywhere = false
if (typeof addEventListener === "function") addEventListener("focusin", () => (wasAnywhere = true), { once: true })

/** A finger that wants to write touches the field itself; given the focus, it would bring the keyboard up over what is to be read. */
function isTouch(): boolean {
  return matchMedia("(pointer: coarse)").matches
}

/** Puts the caret into the message field, as soon as the screen with it is there. */
export function focusComposer(): void {
  if (isTouch()) return
  isWanted = true
  // What the press changes is drawn first: the field may be another one by then.
  requestAnimationFrame(giveFocus)
}

/** Called by the screen that has the field; returns how it takes that back. */
export function offerComposer(focus: () => void): () => void {
  field = focus
  giveFocus()
  return () => {
    field = undefined
  }
}

function giveFocus(): void {
  if (!isWanted || field === undefined) return
  isWanted = false
  field()
}

/** Where the focus was lost with what had it: to the field, or for fingers and on other screens to what there is to read. */
export function recoverFocus(): void {
  if (document.activeElement !== document.body) return
  if (field !== undefined && !isTouch()) return field()
  if (!wasAnywhere) return
  const content = document.querySelector<HTMLElement>("[role=log]") ?? document.querySelector<HTMLElement>("main")
  content?.focus({ preventScroll: true })
}
