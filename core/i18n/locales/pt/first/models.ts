/** Which models there are, and how they come and go. */
export const pt = {
  left: (day: string | undefined) => (day === undefined ? "saiu do ar" : `saiu do ar em ${day}`),
  /** Who answered, where another was asked for. */
  askedFor: (model: string, asked: string) => `${model} (pedido: ${asked})`,
}
