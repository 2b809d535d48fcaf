import { open, readFile, rename, rm, statfs } from "node:fs/promises"
import { join } from "node:path"
import { makeDataFolder } from "../store/data-folder.ts"
import { checkFileName, type FileStore } from "./file-store.ts"

/** Of a disk files leave so much free, in bytes, and of a small one such a part. */
const leftFree = { bytes: 1024 ** 3, part: 0.05 } as const

/** How large a disk is, and what of it is free for this user, in bytes. */
export interface DiskRoom {
  readonly size: number
  readonly free: number
}

/** Whether files may take more of a disk: its last part is the database's. Some mounts do not tell their size, and call it 0: they have room. */
export function hasRoomForFiles({ size, free }: DiskRoom): boolean {
  return size === 0 || free > Math.min(leftFree.bytes, size * leftFree.part)
}

/** The room of the disk on which a folder lies. */
async function roomOf(folder: string): Promise<DiskRoom> {
  makeDataFolder(folder)
  const { blocks, bavail, bsize } = await statfs(folder)
  return { size: blocks * bsize, free: bavail * bsize }
}

/** Files in a folder of this machine, spread over subfolders by the first two characters of their names. `measure`: the room of its disk. */
export function createDiskFiles(folder: string, measure = roomOf): FileStore {
  const folderOf = (name: string) => join(folder, name.slice(0, 2))
  const pathOf = (name: string) => join(folderOf(name), name)
  /** Where a file is while it is written; known by its name, so that what a killed process left is removed with the file. */
  const partOf = (name: string) => `${pathOf(name)}.part`
  const hasRoom = async () => hasRoomForFiles(await measure(folder))
  return {
    hasRoom,
    async put(name, bytes) {
      checkFileName(name)
      if (!(await hasRoom()))
        throw new Error(`the disk of ${folder} is nearly full: its last GiB, or twentieth, is the database's`)
      makeDataFolder(folderOf(name))
      const part = partOf(name)
      // Each file has a name of its own: whoever else writes the same one is refused, and nothing of both is mixed.
      const file = await open(part, "wx", 0o600)
      try {
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        // Without a part the file was removed meanwhile, and is gone as if it had been just after. Without the folder it is a fault.
        await rename(part, pathOf(name)).catch(unlessMissing)
        await syncFolder(folderOf(name))
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    async get(name) {
      checkFileName(name)
      return readFile(pathOf(name)).catch(unlessMissing)
    },
    async remove(name) {
      checkFileName(name)
      // In this order: a part that becomes the file in between is removed as the file.
      await rm(partOf(name), { force: true })
      await rm(pathOf(name), { force: true })
    },
  }
}

/** Undefined where a file is not there; throws anything else. */
function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT") return undefined
  throw error
}

/** A rename is durable only once its folder is. Windows has no such call, and needs none. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return
  const folder = await open(path, "r")
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
