import { readFile } from "node:fs/promises"
import type { Download } from "@playwright/test"
import { strFromU8, unzipSync } from "fflate"

/** The files of a ZIP that the page handed over, by name. */
export async function readArchive(download: Download): Promise<Readonly<Record<string, Uint8Array>>> {
  return unzipSync(new Uint8Array(await readFile(await download.path())))
}

/** The text with all rows in a copy of everything; what else is in the file is no row. */
export async function readCopy(download: Download): Promise<string> {
  const { "copy.json": copy } = await readArchive(download)
  return strFromU8(copy ?? new Uint8Array())
}
