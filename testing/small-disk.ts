import { execFileSync } from "node:child_process"
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { tempFolder } from "./temp-folder.ts"

/** A disk in memory, of a size of its own. */
export interface SmallDisk {
  readonly folder: string
  /** Takes all the room there is; gives it back. */
  fill(): void
  free(): void
  /** Nobody may use it any more. */
  remove(): void
}

/** Undefined where this user may mount no disk. */
export function smallDisk(sizeMiB: number): SmallDisk | undefined {
  const folder = tempFolder("prosa-small-disk")
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${sizeMiB}m`, "tmpfs", folder], { stdio: "ignore" })
  } catch {
    return undefined
  }
  const ballast = join(folder, "ballast")
  return {
    folder,
    fill() {
      try {
        for (;;) writeFileSync(ballast, Buffer.alloc(64 * 1024), { flag: "a" })
      } catch {
        // Until the last block is taken.
      }
    },
    free: () => rmSync(ballast),
    remove() {
      // Files that somebody still closes hold it for a moment: it goes when the last of them does.
      execFileSync("umount", ["-l", folder])
      rmSync(folder, { recursive: true })
    },
  }
}
