/*
 * What scrolls sideways on the page stands whole on paper and in a picture: in smaller letters, and where those would be too small to be
 * read, a table's words are broken.
 */

/** How much of the width is sure to be there: printers have margins of their own. */
const surePart = "86%"

/** The smallest letters, as a part of what they are: those of a table, whose words can be broken, and others. */
const smallest = { table: 0.55, other: 0.3 } as const

/** The letters of a table whose words are broken, where they have room then. */
const broken = 0.8

/** Lets everything on a sheet that is laid out stand whole. */
export function fitOnPaper(sheet: HTMLElement): void {
  const boxes = [...sheet.querySelectorAll<HTMLElement>("[data-sideways]")]
  for (const box of boxes) box.style.width = surePart
  // All are measured before the first one changes: the sheet is laid out once for it.
  const wide = boxes.filter((box) => partOf(box) < 1)
  for (const box of wide) fit(box)
  for (const box of boxes) box.style.width = ""
}

function fit(box: HTMLElement): void {
  const isTable = box.firstElementChild?.tagName === "TABLE"
  const least = isTable ? smallest.table : smallest.other
  box.dataset["fitted"] = ""
  let size = 1
  // Not all of it shrinks in proportion.
  for (let time = 0; time < 3 && size > least && partOf(box) < 1; time += 1) {
    size = Math.max(least, size * partOf(box) * 0.99)
    box.style.fontSize = `${size}em`
  }
  if (!isTable || partOf(box) === 1) return
  box.dataset["fitted"] = "broken"
  box.style.fontSize = `${broken}em`
  if (partOf(box) < 1) box.style.fontSize = `${least}em`
}

/** How much of a box's content has room in it; 1 where all has. */
function partOf({ clientWidth, scrollWidth }: HTMLElement): number {
  return scrollWidth > clientWidth ? clientWidth / scrollWidth : 1
}
