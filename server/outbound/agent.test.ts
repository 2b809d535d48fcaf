import { Agent } from "undici"
import { expect, test } from "vitest"
import OurAgent from "./agent.ts"

test("the agent that is taken from a file of undici is the one that undici exports", () => {
  expect(OurAgent).toBe(Agent)
})
