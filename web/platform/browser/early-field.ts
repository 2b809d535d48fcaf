import { bringsWords } from "./words-of-link.ts"
import { forgetTab, readTab, writeTab } from "../storage/tab-storage.ts"
import { pageHash, pagePath, pageSearch } from "./page-address.ts"

/**
 * A field to write in that stands where the composer will be, before the application has loaded: on a slow network that
 * is a second earlier. What is written there goes into the composer, and nothing of it is lost (`takeEarlyWords`).
 */
const tag = "early-field"

/** On the page's root while the field is there: the composer under it is not to be seen. */
const mark = "early"

/** What is being written there, until the application has taken it: a tab that is closed for want of memory hears nothing of it. */
const keptWords = "nk-early-words"

/** The words on the field, in the page's language. */
export interface EarlyTexts {
  readonly label: string
  readonly placeholder: string
}

/** The text of the early field. */
export interface EarlyWords {
  readonly text: string
  /** The writer ended with the key that sends. */
  readonly isSent: boolean
}

/** Called before the page's body is read: `<early-field>` in it becomes the field, on the screens that have a composer. */
export function defineEarlyField({ label, placeholder }: EarlyTexts): void {
  if (!/^\/(chat)?$/.test(pagePath()) || pageHash().startsWith("#/") || bringsWords(pageSearch())) return
  customElements.define(
    tag,
    class extends HTMLElement {
      connectedCallback(): void {
        const field = document.createElement("textarea")
        Object.assign(field, { rows: 1, placeholder, dir: "auto", enterKeyHint: "send" })
        field.setAttribute("aria-label", label)
        field.addEventListener("keydown", (event) => {
          const { key, shiftKey, ctrlKey, altKey, metaKey, isComposing, keyCode } = event
          if (key !== "Enter" || shiftKey || ctrlKey || altKey || metaKey || isComposing || keyCode === 229) return
          event.preventDefault()
          field.readOnly = field.value.trim() !== ""
        })
        field.value = readTab(keptWords) ?? ""
        field.addEventListener("input", () => writeTab(keptWords, field.value))
        this.append(field)
        document.documentElement.toggleAttribute(`data-${mark}`, true)
      }
    },
  )
}

/** Whether somebody is writing there. An untouched field goes at once. */
export function isWritingEarly(): boolean {
  const field = earlyField()
  if (field !== null && (field.value !== "" || field === document.activeElement)) return true
  removeEarlyField()
  return false
}

/** Whether the field that stands there before the application has words in it. */
export function hasEarlyWords(): boolean {
  return (earlyField()?.value ?? "") !== ""
}

/** Ends the early field: `take` gets what was written and must have put it in its place, with the focus, when it returns. */
export function takeEarlyWords(take: (words: EarlyWords) => void): void {
  const field = earlyField()
  if (field !== null) {
    document.documentElement.removeAttribute(`data-${mark}`)
    take({ text: field.value, isSent: field.readOnly })
  }
  removeEarlyField()
}

function earlyField(): HTMLTextAreaElement | null {
  return document.querySelector(`${tag} > textarea`)
}

function removeEarlyField(): void {
  document.querySelector(tag)?.remove()
  forgetTab(keptWords)
  document.documentElement.removeAttribute(`data-${mark}`)
}
