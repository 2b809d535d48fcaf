/** Most files that are taken out of folders. */
const mostFiles = 20_000

/** The files that were dropped, those in folders too. What can be asked for is asked for at once: afterwards the browser tells nothing. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<readonly File[]> {
  const entries = [...items].flatMap((item) => (item.kind === "file" ? (item.webkitGetAsEntry() ?? []) : []))
  const given = [...files]
  if (!entries.some(({ isDirectory }) => isDirectory)) return given
  const found: File[] = []
  let open: readonly FileSystemEntry[] = entries
  while (open.length > 0) {
    const inside: (readonly FileSystemEntry[])[] = []
    for (const entry of open) {
      if (found.length >= mostFiles) return found
      // oxlint-disable-next-line no-await-in-loop -- one folder after the other
      if (entry.isDirectory) inside.push(await entriesOf(entry as FileSystemDirectoryEntry))
      // oxlint-disable-next-line no-await-in-loop
      else found.push(...(await fileOf(entry as FileSystemFileEntry)))
    }
    open = inside.flat()
  }
  return found
}

/** What is in a folder, of which the browser tells a part at a time; nothing where it tells nothing. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: (readonly FileSystemEntry[])[] = []
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop
    const some = await new Promise<readonly FileSystemEntry[]>((resolve) => {
      reader.readEntries(resolve, () => resolve([]))
    })
    if (some.length === 0) return all.flat()
    all.push(some)
  }
}

async function fileOf(entry: FileSystemFileEntry): Promise<readonly File[]> {
  return new Promise((resolve) =>
    entry.file(
      (file) => resolve([file]),
      () => resolve([]),
    ),
  )
}
