import { ImagesPage } from "./images-page.tsx"

/** `/sd`: the pictures of this device. */
export default function ImagesScreen() {
  return <ImagesPage at="list" />
}
