import { dayMs } from "../lib/days.ts"
import { type Life, startOf } from "./model-row.ts"

/**
 * `leaving`: its provider has announced the day, and it is near. `due`: the day has passed and no provider has refused
 * yet; dates move, so only a refusal retires. `gone`: it is known to be switched off.
 */
export type LifeStage = "alive" | "leaving" | "due" | "gone"

/** An end is logged for the operator this many days before. */
export const leavingDays = 60
/** The page shows the date this many days before, and the row of a model this many days after it was switched off. */
export const shownDays = 30
/** A role changes to its next model this many days before. */
export const roleLeavesDays = 7

/**
 * The stage of a model's life. `gone`: whether it is known to be switched off at the address where it would be called.
 */
export function lifeOf({ off }: Pick<Life, "off">, gone: boolean, now: number): LifeStage {
  if (gone) return "gone"
  const left = daysLeft(off, now)
  if (left === undefined || left > leavingDays) return "alive"
  return left <= 0 ? "due" : "leaving"
}

/** Whole days until the day it is switched off, 0 or less once that has come; undefined where no day is announced. */
export function daysLeft(off: string | null | undefined, now: number): number | undefined {
  return off == null ? undefined : Math.ceil((startOf(off) - now) / dayMs)
}
