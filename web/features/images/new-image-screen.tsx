import { ImagesPage } from "./images-page.tsx"

/** `/sd-new`: a picture to be made. */
export default function NewImageScreen() {
  return <ImagesPage at="new" />
}
