/** The file of the built-in prompts; undefined when it cannot be fetched. */
export async function fetchBuiltinPrompts(): Promise<unknown> {
  try {
    const reply = await fetch(`${import.meta.env.BASE_URL}prompts.json`)
    return reply.ok ? await reply.json() : undefined
  } catch {
    return undefined
  }
}
