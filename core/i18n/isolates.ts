/** Keeps syntax, amounts and addresses in their own left-to-right order inside a right-to-left text (Unicode LRI … PDI). */
export const ltr = (text: string): string => `\u2066${text}\u2069`

/** Keeps a name or a quotation, whatever its script, from disturbing a right-to-left text around it (Unicode FSI … PDI). */
export const own = (text: string): string => `\u2068${text}\u2069`
