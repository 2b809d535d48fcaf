import { expect, test } from "vitest"
import { Rollback } from "./rollback.ts"
import { createWriterQueue, type TransactionSteps } from "./writer-queue.ts"

function recorded(changes: Partial<TransactionSteps> = {}): {
  readonly log: string[]
  readonly steps: TransactionSteps
} {
  const log: string[] = []
  let open = false
  const steps: TransactionSteps = {
    async begin() {
      open = true
      log.push("begin")
    },
    savepoint: () => void log.push("savepoint"),
    release: () => void log.push("release"),
    rollbackToSavepoint: () => void log.push("undo"),
    async commit() {
      open = false
      log.push("commit")
    },
    rollback() {
      open = false
      log.push("rollback")
    },
    isOpen: () => open,
    ...changes,
  }
  return { log, steps }
}
const times = (n: number) => Array.from({ length: n }, (_, index) => index)

test("puts operations that arrive together into one commit, and answers after it", async () => {
  const { log, steps } = recorded()
  const queue = createWriterQueue(steps)
  await Promise.all(
    times(3).map(async (n) => {
      await queue.add(async () => log.push(`work ${n}`))
      log.push(`answer ${n}`)
    }),
  )
  const one = (n: number) => ["savepoint", `work ${n}`, "release"]
  expect(log).toEqual(["begin", "work 0", ...one(1), ...one(2), "commit", "answer 0", "answer 1", "answer 2"])
})

test("undoes the first of a batch alone, before the others begin", async () => {
  const failing: readonly (() => Promise<unknown>)[] = [
    async () => new Rollback("undone"),
    () => Promise.reject(new Error("no such row")),
  ]
  for (const fail of failing) {
    const { log, steps } = recorded()
    const queue = createWriterQueue(steps)
    const [, second] = await Promise.allSettled([queue.add(fail), queue.add(async () => log.push("work"))])
    expect(second.status).toBe("fulfilled")
    expect(log).toEqual(["begin", "rollback", "begin", "savepoint", "work", "release", "commit"])
  }
})

test("fails the others of a batch where it cannot begin anew after the first", async () => {
  let left = 1
  const { steps } = recorded()
  const begin = steps.begin
  const queue = createWriterQueue({
    ...steps,
    async begin(sync) {
      if (left-- === 0) throw new Error("busy")
      await begin(sync)
    },
  })
  const results = await Promise.allSettled([
    queue.add(() => Promise.reject(new Error("no such row"))),
    queue.add(async () => 2),
  ])
  expect(results).toMatchObject([{ reason: { message: "busy" } }, { value: 2 }])
})

test("syncs a batch when one in it asks for it, and none that asks comes into one that is not", async () => {
  const begun: string[] = []
  const { log, steps } = recorded()
  const queue = createWriterQueue({
    ...steps,
    async begin(sync) {
      begun.push(sync)
      await steps.begin(sync)
    },
  })
  await Promise.all([queue.add(async () => "a hold", "later"), queue.add(async () => "a charge")])
  let late: Promise<string> | undefined
  await queue.add(async () => {
    late = queue.add(async () => "a charge that came in meanwhile")
    return "a hold"
  }, "later")
  await late
  expect(begun).toEqual(["now", "later", "now"])
  expect(log.filter((entry) => entry === "commit")).toHaveLength(3)
})

test("bounds a batch, so that nobody waits for thousands", async () => {
  const { log, steps } = recorded()
  const queue = createWriterQueue(steps)
  await Promise.all(times(300).map((n) => queue.add(async () => n)))
  expect(log.filter((entry) => entry === "commit")).toHaveLength(3)
})

test("tells everybody when the commit fails, and works on", async () => {
  let full = true
  const { log, steps } = recorded()
  const commit = steps.commit
  const queue = createWriterQueue({
    ...steps,
    async commit() {
      if (full) throw new Error("disk full")
      await commit()
    },
  })
  const results = await Promise.allSettled(times(3).map((n) => queue.add(async () => n)))
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"])
  expect(log.at(-1)).toBe("rollback")
  full = false
  expect(await queue.add(async () => "again")).toBe("again")
})

test("tells everybody of the batch when the engine rolled it all back", async () => {
  let open = false
  const { steps } = recorded({
    begin: async () => void (open = true),
    isOpen: () => open,
  })
  const queue = createWriterQueue(steps)
  const results = await Promise.allSettled([
    queue.add(async () => "done before"),
    queue.add(async () => {
      open = false
      throw new Error("disk full")
    }),
  ])
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"])
})

test("fails one operation at a time when no transaction can begin", async () => {
  let busy = 1
  const { steps } = recorded()
  const begin = steps.begin
  const queue = createWriterQueue({
    ...steps,
    async begin(sync) {
      if (busy-- > 0) throw new Error("busy")
      await begin(sync)
    },
  })
  const results = await Promise.allSettled([queue.add(async () => 1), queue.add(async () => 2)])
  expect(results).toMatchObject([{ status: "rejected" }, { value: 2 }])
})

test("works on after a rollback that failed too", async () => {
  let broken = true
  const { log, steps } = recorded()
  const queue = createWriterQueue({
    ...steps,
    async commit() {
      if (broken) throw new Error("disk gone")
      await steps.commit()
    },
    rollback() {
      if (broken) throw new Error("still gone")
      steps.rollback()
    },
  })
  await expect(queue.add(async () => 1)).rejects.toThrow("disk gone")
  broken = false
  expect(await queue.add(async () => 2)).toBe(2)
  expect(log.filter((entry) => entry === "rollback" || entry === "commit")).toEqual(["rollback", "commit"])
})
