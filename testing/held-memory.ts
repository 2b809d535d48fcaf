import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc") as () => void

/** Bytes outside the heap that this process still holds: what nothing uses any more is collected first. */
export function heldBufferBytes(): number {
  collect()
  return process.memoryUsage().arrayBuffers
}
