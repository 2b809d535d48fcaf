import { useEffect, useRef, type RefObject } from "react"

/**
 * Phones' keyboards often press Enter without saying which key it is; then only the line break that comes of it tells.
 * `onEnter` says whether it took the press. Dictation and word composition make line breaks without any key press, or
 * within the composition, and write them.
 */
export function useImeEnter(field: RefObject<HTMLTextAreaElement | null>, onEnter: () => boolean): void {
  const latest = useRef(onEnter)
  useEffect(() => {
    latest.current = onEnter
  })
  useEffect(() => {
    const element = field.current
    if (element === null) return
    let isNameless = false
    const onKeyDown = ({ key, keyCode }: KeyboardEvent) => {
      isNameless = key === "Unidentified" || (keyCode === 229 && key !== "Enter")
    }
    const onBeforeInput = (event: InputEvent) => {
      const isBreak = event.inputType === "insertLineBreak" || event.inputType === "insertParagraph"
      if (isBreak && isNameless && !event.isComposing && latest.current()) event.preventDefault()
      isNameless = false
    }
    element.addEventListener("keydown", onKeyDown)
    element.addEventListener("beforeinput", onBeforeInput)
    return () => {
      element.removeEventListener("keydown", onKeyDown)
      element.removeEventListener("beforeinput", onBeforeInput)
    }
  }, [field])
}
