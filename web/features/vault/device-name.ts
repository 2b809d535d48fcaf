const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/(?:Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
]
const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/Android/, "Android"],
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "Mac"],
  [/CrOS/, "Chromebook"],
  [/Linux/, "Linux"],
]

/** What a device is called until its owner says otherwise: its browser and its system. */
export function deviceName(agent = navigator.userAgent): string {
  const names = [browsers, systems].flatMap((list) => list.find(([pattern]) => pattern.test(agent))?.[1] ?? [])
  return names.join(" · ")
}
