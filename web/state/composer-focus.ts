/** Gives the focus to the message field; for actions elsewhere that begin a conversation. */
let field: (() => void) | undefined
let filling: ((text: string) => void) | undefined
let isWanted = false

/**
 * Whether anything on the page has had the focus yet: before that, none can be lost, and a page that was just opened
 * shows no focus ring.
 */
let wasAnywhere = false
if (typeof addEventListener === "function") addEventListener("focusin", () => (wasAnywhere = true), { once: true })

/** On a touch screen the field must not get the focus by itself: it would open the keyboard over the content. */
export function isTouch(): boolean {
  return matchMedia("(pointer: coarse)").matches
}

/** Focuses the message field as soon as its screen is there. */
export function focusComposer(): void {
  if (isTouch()) return
  isWanted = true
  // The page renders first: the press may replace the field.
  requestAnimationFrame(giveFocus)
}

/** Registers the message field of a screen; returns the function that removes it. */
export function offerComposer(focus: () => void, fill: (text: string) => void): () => void {
  field = focus
  filling = fill
  giveFocus()
  return () => {
    field = undefined
  }
}

/** Puts words into the field that is on the screen. */
export function fillComposer(text: string): void {
  filling?.(text)
}

/** Gives the focus to the field that is on the screen, on a touch screen too, once what was put into it is drawn. */
export function focusField(): void {
  requestAnimationFrame(() => field?.())
}

/**
 * Called before the field that is written in gives way to another conversation's. Returns how to give that one the focus, on a
 * touch screen too: its keyboard is open.
 */
export function keepFieldFocus(): () => void {
  const before = document.activeElement
  return () => {
    if (before instanceof HTMLTextAreaElement && !before.isConnected) field?.()
  }
}

function giveFocus(): void {
  if (!isWanted || field === undefined) return
  isWanted = false
  field()
}

/** Restores a lost focus: to the field, or on touch screens and other screens to the readable content. */
export function recoverFocus(): void {
  if (document.activeElement !== document.body) return
  if (field !== undefined && !isTouch()) return field()
  if (!wasAnywhere) return
  focusConversation()
}

/**
 * Gives the focus to what is read, because the control that had it goes with its press. Nobody chose to go there: the ring
 * comes with the next key.
 */
export function focusConversation(): void {
  const content = document.querySelector<HTMLElement>("[role=log]") ?? document.querySelector<HTMLElement>("main")
  if (content === null) return
  content.dataset["given"] = ""
  content.addEventListener("blur", () => delete content.dataset["given"], { once: true })
  content.addEventListener("keydown", () => delete content.dataset["given"], { once: true })
  content.focus({ preventScroll: true })
}

/** Gives the focus to where the reader goes on: the field, or on a touch screen what is read. */
export function focusOn(): void {
  if (isTouch()) focusConversation()
  else focusComposer()
}

/** Gives the focus to the heading of a screen that was just reached, unless something else has it already. */
export function focusHeading(heading: HTMLElement | null): void {
  const now = document.activeElement
  if (wasAnywhere && (now === document.body || now?.matches("main, [href='#content']"))) {
    heading?.focus({ preventScroll: true })
  }
}
