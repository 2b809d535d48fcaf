/** Puts a text on the clipboard. False when the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** Puts a picture, a PNG, perhaps one still to come, on the clipboard. False when the browser does not allow it. */
export async function copyPicture(picture: Blob | Promise<Blob>): Promise<boolean> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })])
    return true
  } catch {
    return false
  }
}

/** For pages without the clipboard API: it is missing outside https and localhost. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement("textarea")
  field.value = text
  field.style.position = "fixed"
  field.style.opacity = "0"
  document.body.append(field)
  field.select()
  try {
    return document.execCommand("copy")
  } catch {
    return false
  } finally {
    field.remove()
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
}
