import { useEffect, useState } from "react"
import { fieldsOf } from "#core/lib/fields.ts"
import { readSync } from "#core/storage/read-sync.ts"
import { otherEditions } from "#core/storage/row.ts"
import { sharedDatabase } from "../platform/storage/database.ts"

/**
 * The other versions of a text of a stored message or conversation, the latest first: written on another device by somebody who
 * did not know the one that is shown. `part` is its name in the record's shape; they are read anew when what is `shown` changes.
 */
export function useEditions(
  store: "messages" | "sessions",
  id: string,
  part: string,
  shown: unknown,
): readonly unknown[] {
  const [editions, setEditions] = useState<readonly unknown[]>([])
  useEffect(() => {
    let isLeft = false
    const read = async () => {
      const row: unknown = await (await sharedDatabase())?.get(store, id)
      const found = otherEditions(readSync(fieldsOf(row)["sync"]), part, shown).map(({ v }) => v)
      if (!isLeft) setEditions(found)
    }
    // Where the storage cannot be read there is nothing to choose from.
    void read().catch(() => undefined)
    return () => void (isLeft = true)
  }, [store, id, part, shown])
  return editions
}
