export interface FileQuestion {
  /** As `<input accept>` has it. */
  readonly accept: string
  /** Straight to the camera, where there is one. */
  readonly camera?: boolean
}

/** Opens the browser's window for choosing files; `chosen` is called with them, in their order, if there are any. */
export function pickFiles({ accept, camera = false }: FileQuestion, chosen: (files: readonly File[]) => void): void {
  const input = document.createElement("input")
  input.type = "file"
  input.accept = accept
  input.hidden = true
  if (camera) input.setAttribute("capture", "environment")
  else input.multiple = true
  input.addEventListener("change", () => {
    chosen([...(input.files ?? [])])
    input.remove()
  })
  // Nobody writes: what the page fetches at the first letter can wait.
  input.addEventListener("input", (event) => event.stopPropagation())
  input.addEventListener("cancel", () => input.remove())
  // In the page, or Safari forgets it while the window is open.
  document.body.append(input)
  input.click()
}
