/** A visitor's id, as a server issues it to a page. */
export async function newVisitor(url: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const response = await fetch(`${url}/api/visitor`, { method: "POST", headers })
  const { id } = (await response.json()) as { readonly id?: unknown }
  if (response.status !== 200 || typeof id !== "string") throw new Error(`no visitor's id: ${response.status}`)
  return id
}
