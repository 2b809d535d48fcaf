const attributes = new Set<string>()

/**
 * From now on, elements with this attribute are copied as its value: a formula as its source, for instance, whose many
 * little boxes would come out as a heap of letters. Only selections that touch one are changed.
 */
export function copyInsteadOf(attribute: string): void {
  if (typeof document === "undefined" || attributes.has(attribute)) return
  if (attributes.size === 0) document.addEventListener("copy", onCopy)
  attributes.add(attribute)
}

function onCopy(event: ClipboardEvent): void {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0 || !event.clipboardData) return
  const selector = [...attributes].map((attribute) => `[${attribute}]`).join(",")
  const fragment = wholeRange(selection.getRangeAt(0), selector).cloneContents()
  const replaced = fragment.querySelectorAll(selector)
  if (replaced.length === 0) return
  for (const element of replaced) element.replaceWith(textOf(element))
  // Labels and buttons beside the text are not copied.
  for (const control of fragment.querySelectorAll("button, [data-uncopied]")) control.remove()

  // Only an element of the page knows its lines.
  const box = document.createElement("div")
  Object.assign(box.style, { position: "fixed", insetInlineStart: "-9999px", inlineSize: "800px", userSelect: "text" })
  box.append(fragment)
  document.body.append(box)
  event.clipboardData.setData("text/plain", box.innerText.trim())
  event.clipboardData.setData("text/html", box.innerHTML)
  box.remove()
  event.preventDefault()
}

/** A selection that begins or ends inside such an element takes all of it. */
function wholeRange(range: Range, selector: string): Range {
  const whole = range.cloneRange()
  const first = closest(range.startContainer, selector)
  const last = closest(range.endContainer, selector)
  if (first) whole.setStartBefore(first)
  if (last) whole.setEndAfter(last)
  return whole
}

function closest(node: Node, selector: string): Element | null {
  return (node instanceof Element ? node : node.parentElement)?.closest(selector) ?? null
}

function textOf(element: Element): string {
  for (const attribute of attributes) {
    const text = element.getAttribute(attribute)
    if (text !== null) return text
  }
  return ""
}
