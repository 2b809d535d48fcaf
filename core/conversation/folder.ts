/** A named group of conversations. Each conversation names its folder (`Session.folderId`). */
export interface Folder {
  readonly id: string
  readonly name: string
  /** Its conversations are not shown in the list. */
  readonly collapsed: boolean
  /** Epoch milliseconds; folders are listed in this order. */
  readonly createdAt: number
}
