import { knowledgeCutoff } from "../models/knowledge-cutoff.ts"

const inputPlace = "{{input}}"

/** The values for a template's placeholders, besides the input. */
export interface TemplateFacts {
  readonly model: string
  /** "OpenAI". */
  readonly serviceProvider: string
  /** The current time, readable. */
  readonly time: string
  /** The interface's language. */
  readonly lang: string
}

/**
 * Puts a user's message into the input template: `{{input}}` is the message; `{{model}}`, `{{cutoff}}`, `{{time}}`,
 * `{{lang}}` and `{{ServiceProvider}}` are facts. A template without `{{input}}` is put before the message, on lines of
 * its own. A message that already begins with the template's opening is left alone, so that asking again does not wrap
 * it twice.
 */
export function applyTemplate(template: string, input: string, facts: TemplateFacts): string {
  const whole = template.includes(inputPlace) ? template : template === "" ? inputPlace : `${template}\n${inputPlace}`
  const opening = whole.slice(0, whole.indexOf(inputPlace))
  const values = new Map([
    ["ServiceProvider", facts.serviceProvider],
    ["cutoff", knowledgeCutoff(facts.model)],
    ["model", facts.model],
    ["time", facts.time],
    ["lang", facts.lang],
    ["input", input],
  ])
  // A single pass, so that braces inside the message stay as they are.
  const fill = (text: string): string =>
    text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => values.get(name) ?? place)
  return opening.trim() !== "" && input.startsWith(fill(opening)) ? input : fill(whole)
}
