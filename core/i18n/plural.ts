/** The forms of a word by how many there are; a language uses those that CLDR gives it, and always `other`. */
export type PluralForms = Partial<Readonly<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }

/**
 * The form of a word for a count, by the language's own rules: `tag` is BCP 47. `#` in the form stands for the number,
 * written as the language writes it.
 */
export function plural(tag: string, count: number, forms: PluralForms): string {
  const form = forms[rulesOf(tag).select(count)] ?? forms.other
  return form.replaceAll("#", count.toLocaleString(tag))
}

const rules = new Map<string, Intl.PluralRules>()

/** Nobody in Brazil writes "0 imagem", though CLDR counts none with one there: Portugal's rules say what is written in both. */
function rulesOf(tag: string): Intl.PluralRules {
  const known = rules.get(tag) ?? new Intl.PluralRules(tag === "pt-BR" ? "pt-PT" : tag)
  rules.set(tag, known)
  return known
}
