const channelName = "nk-prosa-records"

/** Tells the other tabs that records of a collection were changed, and calls back when they tell so. */
export function openRecordChannel(collection: string, changedElsewhere: () => void): { readonly tell: () => void } {
  if (typeof BroadcastChannel === "undefined") return { tell: () => {} }
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (data === collection) changedElsewhere()
  })
  return { tell: () => channel.postMessage(collection) }
}

/** Calls back when records of any collection were changed by anybody else in this browser. Returns how to stop. */
export function listenToRecords(changed: () => void): () => void {
  if (typeof BroadcastChannel === "undefined") return () => {}
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener("message", changed)
  return () => channel.close()
}
