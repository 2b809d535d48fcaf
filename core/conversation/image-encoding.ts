/** The limit for a picture in a request: its `data:` address stays under this many characters. */
export const imageLimitCharacters = 262_144

/** One attempt: the JPEG quality from 0 to 1, and how much of each dimension is kept. */
export interface EncodingRound {
  readonly quality: number
  readonly scale: number
}

/** Quality from 0.9 down to 0.5 by 0.1; after that each round shrinks the dimensions by 10 %. */
export function encodingRound(index: number): EncodingRound {
  const quality = Math.max(5, 9 - index) / 10
  return { quality, scale: 0.9 ** Math.max(0, index - smallestQualityRound) }
}

const smallestQualityRound = 4

/** The last round: a picture is then a hundredth of its width, and no picture that a browser opens needs more. */
const lastRound = 48

/** The length of a JPEG's `data:` address, in characters. */
export function dataUrlLength(bytes: number): number {
  return "data:image/jpeg;base64,".length + 4 * Math.ceil(bytes / 3)
}

/**
 * The first round whose picture is small enough. Rounds only get smaller, so it need not try them one after the other:
 * a photo of 50 megapixels takes a handful of attempts instead of thirty.
 */
export async function firstFittingRound<Encoded>(
  encode: (round: EncodingRound) => Promise<Encoded>,
  lengthOf: (encoded: Encoded) => number,
): Promise<Encoded> {
  const tried = new Map<number, Encoded>()
  const attempt = async (index: number): Promise<Encoded> => {
    const known = tried.get(index)
    if (known !== undefined) return known
    const encoded = await encode(encodingRound(index))
    tried.set(index, encoded)
    return encoded
  }
  const fits = (encoded: Encoded) => lengthOf(encoded) < imageLimitCharacters

  const first = await attempt(0)
  if (fits(first)) return first
  let tooLarge = 0
  let guess = smallestQualityRound
  let smallEnough: number | undefined
  while (smallEnough === undefined) {
    const encoded = await attempt(guess)
    if (fits(encoded) || guess === lastRound) smallEnough = guess
    else {
      tooLarge = guess
      guess = Math.min(lastRound, Math.max(guess + 1, guess + roundsToShrink(lengthOf(encoded))))
    }
  }
  while (smallEnough - tooLarge > 1) {
    const middle = nextGuess(tooLarge, smallEnough)
    if (fits(await attempt(middle))) smallEnough = middle
    else tooLarge = middle
  }
  return attempt(smallEnough)
}

/** About how many rounds bring this length under the limit, as a picture's size follows its area. */
function roundsToShrink(length: number): number {
  return Math.ceil(Math.log(imageLimitCharacters / length) / Math.log(0.81))
}

/**
 * Guesses the next round between one that was too large and one that was small enough; the estimate from the area is
 * mostly right or one off.
 */
function nextGuess(tooLarge: number, smallEnough: number): number {
  return smallEnough - tooLarge <= 4 ? smallEnough - 1 : Math.floor((tooLarge + smallEnough) / 2)
}
