/**
 * A text as XML can hold it: signs of control (of a terminal's output, of a page break) and halves of characters, which no
 * document may contain, are replaced by the sign for what cannot be shown.
 */
export function xmlText(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, "\ufffd")
}
