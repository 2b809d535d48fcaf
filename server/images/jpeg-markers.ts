/** What stands between two markers of a JPEG, before its first scan (ITU T.81, table B.1). */
export type JpegMarker = "fill" | "alone" | "frame" | "segment" | "scan" | "misplaced"

/**
 * What the second byte of a marker begins. `fill`: the marker itself comes a byte later; `alone`: it has no length and no body;
 * `frame`: the segment with the picture's size; `misplaced`: no decoder takes it there.
 */
export function jpegMarker(second: number): JpegMarker {
  if (second === 0xff) return "fill"
  if (second === 0x01 || (second >= 0xd0 && second <= 0xd7)) return "alone"
  if (second < 0xc0 || second === 0xd8 || second === 0xd9) return "misplaced"
  if (second === 0xda) return "scan"
  const isFrame = second <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(second)
  return isFrame ? "frame" : "segment"
}
