import { expect, test } from "vitest"
import { createPlaces } from "./places.ts"

test("whoever finds no place waits in line, and a place that is given back twice is one", async () => {
  const places = createPlaces(2)
  const [first] = await Promise.all([places.take(), places.take()])
  const entered: string[] = []
  for (const name of ["c", "d"]) void places.take().then(() => entered.push(name))
  await Promise.resolve()
  expect(entered).toEqual([])
  first()
  first()
  await new Promise((resolve) => void setImmediate(resolve))
  expect(entered).toEqual(["c"])
})
