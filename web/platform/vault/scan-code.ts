/** What browsers say of codes that a camera sees; the types of the DOM do not know it yet. */
interface BarcodeDetector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}
type DetectorClass = (new (options: { formats: readonly string[] }) => BarcodeDetector) & {
  getSupportedFormats(): Promise<readonly string[]>
}

const detectorClass = () => (globalThis as { readonly BarcodeDetector?: DetectorClass }).BarcodeDetector

/** Whether this browser can read a code by its camera. Elsewhere the phone's own camera follows the code's address. */
export async function canScan(): Promise<boolean> {
  if (navigator.mediaDevices?.getUserMedia === undefined) return false
  const formats =
    (await detectorClass()
      ?.getSupportedFormats()
      .catch(() => [])) ?? []
  return formats.includes("qr_code")
}

const betweenLooksMs = 200

/** Shows what the camera sees, and calls back with each code in it. Returns how to stop; rejects where there is no camera, or no leave. */
export async function scanCodes(video: HTMLVideoElement, seen: (text: string) => void): Promise<() => void> {
  const Detector = detectorClass()
  if (Detector === undefined) throw new Error("this browser reads no codes")
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } })
  const detector = new Detector({ formats: ["qr_code"] })
  video.srcObject = stream
  await video.play()
  let isOver = false
  const look = async () => {
    if (isOver) return
    const codes = await detector.detect(video).catch(() => [])
    for (const { rawValue } of codes) if (!isOver) seen(rawValue)
    if (!isOver) setTimeout(() => void look(), betweenLooksMs)
  }
  void look()
  return () => {
    isOver = true
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
  }
}
