import { open, readFile, rename, rm } from "node:fs/promises"
import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { makeDataFolder } from "../store/data-folder.ts"
import { checkFileName, type FileStore } from "./file-store.ts"

/** Files in a folder of this machine, spread over subfolders by the first two characters of their names. */
export function createDiskFiles(folder: string): FileStore {
  const folderOf = (name: string) => join(folder, name.slice(0, 2))
  const pathOf = (name: string) => join(folderOf(name), name)
  return {
    async put(name, bytes) {
      checkFileName(name)
      makeDataFolder(folderOf(name))
      const aside = `${pathOf(name)}.${randomBytes(4).toString("hex")}`
      try {
        const file = await open(aside, "wx", 0o600)
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(aside, pathOf(name))
        await syncFolder(folderOf(name))
      } catch (error) {
        await rm(aside, { force: true })
        throw error
      }
    },
    async get(name) {
      checkFileName(name)
      return readFile(pathOf(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return undefined
        throw error
      })
    },
    async remove(name) {
      checkFileName(name)
      await rm(pathOf(name), { force: true })
    },
  }
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
