/** One server-sent event around a payload of one line, as chat streams carry it. */
export function frame(data: string): string {
  return `data: ${data}\n\n`
}

/** The payload that ends an OpenAI-shaped stream. */
export const doneMarker = "[DONE]"
