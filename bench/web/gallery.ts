import { median, type Measure } from "../measure.ts"
import { roundsAt, type Place } from "./place.ts"
import { heapMb, openSlowPage } from "./slow-page.ts"

const count = 200

/** Somebody who has made two hundred pictures opens the gallery. */
export async function measureGallery(place: Place): Promise<readonly Measure[]> {
  const { page, devtools, close } = await openSlowPage({ ...place, slowdown: 1 })
  await page.goto(new URL("/sd", place.prosa.url).href)
  await page.getByRole("main").waitFor()
  await page.evaluate(storePictures, count)
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: place.slowdown })
  const gridMs: number[] = []
  for (let round = 0; round < roundsAt(place); round++) {
    await page.goto(new URL("/new-chat", place.prosa.url).href)
    await page.getByRole("main").waitFor()
    gridMs.push(await page.evaluate(openGallery))
  }
  const memory = await heapMb(devtools)
  await close()
  return [
    {
      name: `${count} pictures, 4× slower processor: the grid is visible`,
      unit: "ms",
      value: median(gridMs),
      must: 800,
      note: gridMs.map(Math.round).join(", "),
    },
    { name: `${count} pictures: memory of the page's objects`, unit: "MB", value: memory, must: 60 },
  ]
}

/** In the page: puts pictures of 1 024 px with their thumbnails into the store, as the queue would. */
async function storePictures(many: number): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const open = indexedDB.open("nk-prosa")
    open.onsuccess = () => resolve(open.result)
  })
  const draw = (size: number, at: number) => {
    const canvas = new OffscreenCanvas(size, size)
    const context = canvas.getContext("2d")
    if (context === null) throw new Error("there is no canvas")
    for (let stripe = 0; stripe < 64; stripe++) {
      context.fillStyle = `hsl(${(at * 37 + stripe * 11) % 360} 60% 50%)`
      context.fillRect(0, (stripe * size) / 64, size, size / 64)
    }
    return canvas.convertToBlob({ type: "image/webp", quality: 0.82 })
  }
  for (let at = 0; at < many; at++) {
    const [large, small] = await Promise.all([draw(1_024, at), draw(384, at)])
    const write = database.transaction(["images", "drawings"], "readwrite")
    write.objectStore("images").put({ id: `large-${at}`, blob: large })
    write.objectStore("images").put({ id: `small-${at}`, blob: small })
    const value = {
      id: `d${at}`,
      createdAt: 1_700_000_000_000 + at,
      provider: "stability",
      model: "stable-image-core",
      params: { prompt: `Uma praia, vista ${at}` },
      body: [["prompt", "x"]],
      key: `k${at}`,
      status: "success",
      image: `nk-image:large-${at}/1024x1024`,
      thumbnail: `nk-image:small-${at}/384x384`,
    }
    write.objectStore("drawings").put({ id: value.id, version: 1, value })
    await new Promise((resolve) => (write.oncomplete = resolve))
  }
  database.close()
}

/** In the page: goes to the gallery as a link does, and tells after how many milliseconds its first pictures are painted. */
function openGallery(): Promise<number> {
  const startedAt = performance.now()
  history.pushState(null, "", "/sd")
  return new Promise((resolve) => {
    const look = () => {
      const first = document.querySelector<HTMLImageElement>("main li img")
      if (first?.complete === true && first.naturalWidth > 0)
        requestAnimationFrame(() => resolve(performance.now() - startedAt))
      else requestAnimationFrame(look)
    }
    look()
  })
}
