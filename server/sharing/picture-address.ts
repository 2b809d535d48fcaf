const pictureAddress = /^(?:https?:\/\/[^/]+)?\/api\/cache\/([\w-]{22})\.(?:png|jpg|gif|webp)$/

/** The path under which an uploaded picture is read. */
export function picturePath(id: string, ending: string): string {
  return `/api/cache/${id}.${ending}`
}

/** The id in the address of an uploaded picture; undefined for every other address. */
export function pictureIdIn(address: string): string | undefined {
  return pictureAddress.exec(address)?.[1]
}
