import { expect, test } from "vitest"
import { createOneByOne, createTurns } from "./turns.ts"

const { inTurn, ownTurn } = createTurns()

const turn = () => new Promise<void>((resolve) => void setImmediate(resolve))

test("one piece of work is done in each turn of the event loop, the first that asked first", async () => {
  const done: string[] = []
  for (const name of ["a", "b", "c"]) {
    inTurn(() => {
      done.push(name)
      if (name === "a") inTurn(() => void done.push("a again"))
    })
  }
  const seen: number[] = []
  for (let at = 0; at < 5; at++) {
    await turn()
    seen.push(done.length)
  }
  expect(seen).toEqual([1, 2, 3, 4, 4])
  expect(done).toEqual(["a", "b", "c", "a again"])
  await ownTurn()
})

test("work that throws holds up no other", async () => {
  const done: string[] = []
  const told = new Promise<unknown>((resolve) => {
    const others = process.listeners("uncaughtException")
    process.removeAllListeners("uncaughtException")
    process.once("uncaughtException", (error) => {
      for (const listener of others) process.on("uncaughtException", listener)
      resolve(error)
    })
  })
  inTurn(() => {
    throw new Error("broken")
  })
  inTurn(() => void done.push("next"))
  expect(await told).toMatchObject({ message: "broken" })
  await ownTurn()
  expect(done).toEqual(["next"])
})

test("work that is done one by one begins when the one before is over, also where that fails", async () => {
  const oneByOne = createOneByOne()
  const done: string[] = []
  const work = (name: string) => async () => {
    done.push(`${name} begins`)
    await turn()
    done.push(`${name} ends`)
    if (name === "a") throw new Error("broken")
    return name
  }
  const first = oneByOne(work("a"))
  const second = oneByOne(work("b"))
  await expect(first).rejects.toThrow("broken")
  expect(await second).toBe("b")
  expect(done).toEqual(["a begins", "a ends", "b begins", "b ends"])
})
