import { expect, test } from "vitest"
import type { Person } from "../access/authorize.ts"
import { graceMs, leastPerSecond } from "../http/body-room.ts"
import { createRelayPlaces, syncsAtOnce, syncsOfVisitors } from "./relay-places.ts"

const visitor = (at: number): Person => {
  const id = `v${at}`
  return { kind: "visitor", tier: "free", owner: `visitor:${id}`, visitorId: id, address: `192.0.2.${at}` }
}
const code = (at: number): Person => ({
  kind: "operator",
  tier: "premium",
  owner: `operator:${at}`,
  address: `198.51.100.${at}`,
})

function start() {
  let now = 0
  const places = createRelayPlaces(() => now)
  const ended: string[] = []
  return {
    ended,
    pass: (ms: number) => void (now += ms),
    take: (person: Person, moved = () => 0) =>
      places.take(person, { moved, letGo: () => void ended.push(person.owner) }) !== undefined,
  }
}

test("visitors leave places to codes, and take none from them", () => {
  const { take, pass, ended } = start()
  for (let at = 0; at < syncsOfVisitors; at++) expect(take(visitor(at))).toBe(true)
  expect(take(visitor(200))).toBe(false)
  for (let at = syncsOfVisitors; at < syncsAtOnce.inAll; at++) expect(take(code(at), () => at)).toBe(true)
  expect([take(code(201)), ended]).toEqual([false, []])
  pass(graceMs + 1_000)
  expect(take(visitor(200))).toBe(true)
  expect(take(code(201))).toBe(true)
  expect(ended).toEqual(["visitor:v0", "visitor:v1"])
})

test("who gets on keeps the place, who is slow keeps it until somebody needs it, the slowest first", () => {
  const { take, pass, ended } = start()
  const moved = Array.from({ length: syncsOfVisitors }, () => 0)
  for (const at of moved.keys()) take(visitor(at), () => moved[at] ?? 0)
  const seconds = 2 * (graceMs / 1_000)
  for (let second = 0; second < seconds; second++) {
    pass(1_000)
    for (const at of moved.keys()) moved[at] = (moved[at] ?? 0) + leastPerSecond * (at === 7 ? 0.2 : at === 5 ? 0.1 : 1)
  }
  expect(ended).toEqual([])
  expect([take(visitor(200)), take(visitor(201)), take(visitor(202))]).toEqual([true, true, false])
  expect(ended).toEqual(["visitor:v5", "visitor:v7"])
})

test("nobody gives way to whoever has as many as one may have", () => {
  const { take, pass, ended } = start()
  for (let at = 0; at < syncsAtOnce.perOwner; at++) take(visitor(0))
  for (let at = syncsAtOnce.perOwner; at < syncsOfVisitors; at++) take(visitor(at))
  pass(2 * graceMs)
  expect([take(visitor(0)), ended]).toEqual([false, []])
})
