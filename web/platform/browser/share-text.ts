/** How sharing went. `missing`: this device has no sheet for it. */
export type Shared = "shared" | "dismissed" | "missing"

/** Hands a text to the device's own sheet, on a device that is touched: elsewhere copying is what people expect. */
export async function shareText(title: string, text: string): Promise<Shared> {
  if (typeof navigator.share !== "function" || !matchMedia("(pointer: coarse)").matches) return "missing"
  try {
    await navigator.share({ title, text })
    return "shared"
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError" ? "dismissed" : "missing"
  }
}
