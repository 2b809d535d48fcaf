/** Tells the other tabs that records of a collection were changed, and calls back when they tell so. */
export function openRecordChannel(collection: string, changedElsewhere: () => void): { readonly tell: () => void } {
  if (typeof BroadcastChannel === "undefined") return { tell: () => {} }
  const channel = new BroadcastChannel("nk-prosa-records")
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (data === collection) changedElsewhere()
  })
  return { tell: () => channel.postMessage(collection) }
}
