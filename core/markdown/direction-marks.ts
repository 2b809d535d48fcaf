/** Marks that turn the reading direction around can make a link's text show another address than it holds. */
export function withoutDirectionMarks(text: string): string {
  return text.replaceAll(directionMarks, "")
}

const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
