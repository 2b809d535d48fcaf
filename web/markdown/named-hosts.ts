import { readUrl } from "../platform/browser/read-url.ts"

/** Characters that are invisible or reverse the direction: they could hide an address from a comparison of letters. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u0300-\u036f]/gu
/** Blank, but no space of any language: a reader may take one for a gap or for nothing. */
const oddBlanks = /[\u115f\u1160\u2800\u3164\uffa0\u{1d159}]/gu
/** Spaces so thin that an address seems to go on over them; typesetters have honest uses for them. */
const thinSpaces = /[\u2000-\u200a\u202f\u205f]/g
/** Marks that browsers, or eyes, take for the dot of an address. */
const dots = /[\u3002\uff61\uff0e\u2024\u2027\u0701\u0702\ua4f8\ua60e\u{10a50}\u{1d16d}]/gu
/** An address that was written so that nobody opens it by accident is still read as that address: "banco[.]com". */
const fencedDots = /[[({<]\.[\])}>]/g
/** Marks that look like a dot, but have honest uses between letters or digits: they count before a known end only. */
const middleDots =
  /[\u0358\u05c5\u0660\u06d4\u06f0\u093c\u09bc\u0f0b\u119e\u1427\u16eb\u2022\u2219\u22c5\u2801\u2802\u2804\u2808\u2810\u2820\u2840\u2880\u2981\u2cfe\u2e30\u2e31\u2e33\u30fb\u4e36\ua6f3\ua78f\u{10101}\u{1091f}]/gu
/** Scripts that write without spaces end an address where they begin. */
const run =
  /(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}])[\p{L}\p{M}\p{N}._-])+/gu
const anyRun = /[\p{L}\p{M}\p{N}._-]+/gu

/** The two-letter ends of addresses: "p.ex" and "index.js" have none of them. */
const countries = new Set(
  (
    "ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc cd cf " +
    "cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gd ge gf gg " +
    "gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn " +
    "kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na " +
    "nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh " +
    "si sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve " +
    "vg vi vn vu wf ws ye yt za zm zw"
  ).split(" "),
)

/** Ends of file names that are no ends of addresses. */
const files = new Set(
  (
    "apk asm avi bak bat bib bin bmp cfg cjs class conf cpp css csv cts dart dat dll dmg doc docx ejs env epub exe flac gif " +
    "gradle heic hpp htm html ico ini ipynb iso jar java jpeg jpg json jsonl jsx less lock log lua map mjs mkv mts odt ogg " +
    "otf patch pdf php plist png pot ppt pptx proto psd rar rst rtf sass scss sql srt svelte svg swift tar tex " +
    "tgz tiff toml tsv tsx ttf txt vue wasm wav webm webp woff xls xlsx xml yaml yml"
  ).split(" "),
)

/** Names of files whose ends are ends of addresses, too: "README.md", "main.rs". */
const sources = new Set(["cc", "md", "mm", "pl", "ps", "py", "rs", "sh"])
const sourceNames =
  /^(?:readme|changelog|contributing|license|security|architecture|todo|notes|index|main|lib|mod|app|build|setup|install|run|start|test|tests|conftest|manage|script|utils|__init__)$/

/** "paypal.properties" may be a site; these are the files of that end. */
const propertyNames =
  /^(?:application|bootstrap|messages?|gradle|gradle-wrapper|log4j2?|config|build|local|project|sonar-project|database|db|jdbc|server|test|system|user|default|settings|logging|quartz|hibernate|i18n|labels|strings|errors|validationmessages)(?:[_-](?:[a-z]{2}|dev|test|prod|local|staging)){0,4}$/

/** A call in code ("Promise.all()") is no address, but for these. */
const common = new Set("com net org edu gov mil int info biz app dev site online shop store xyz top".split(" "))

/** Ends of addresses in scripts without spaces. */
const idnEnds = new Set(
  "中国 中國 公司 网络 網絡 网址 香港 台灣 台湾 コム みんな クラウド ストア 닷컴 닷넷 한국 ไทย".split(" "),
)

/** Further ends that many sites have; with the countries' they tell an address from words that only stand close together. */
const known = new Set([
  ...common,
  ...countries,
  ...idnEnds,
  ...(
    "academy agency ai art asia bank bar bet best bid bio blog builders business buzz cafe capital care cash casino cat center " +
    "chat church city click clinic cloud club codes coffee community company computer consulting cool coupons credit cyou " +
    "dance date deals delivery design digital direct directory download earth education email energy equipment estate events " +
    "exchange expert express family fashion finance financial fit fun fund gallery game games gift gives global gold golf " +
    "group guide guru health help host hosting house icu immo ink institute insure investments jobs kim land lat lawyer life " +
    "limited link live loan lol love ltd market marketing markets media mobi mom money monster movie museum name network news " +
    "ninja one page partners party pay photo photos pics pizza plus post press pro productions properties property pub quest " +
    "realty red rent report rest review reviews rip rocks run sale school science security services sex sexy show social " +
    "software solutions space stream studio style support systems team tech technology tel tips today tools tours town trade " +
    "trading training travel university vip video vin vote watch web webcam website wiki win wine work works world wtf xxx yoga " +
    "zip zone рф рус сайт онлайн москва бел укр срб мкд бг орг ком дети ею भारत संगठन ভারত বাংলা امارات السعودية مصر المغرب " +
    "ایران پاکستان بھارت شبكة موقع كوم عرب קום ישראל ελ ευ"
  ).split(" "),
])

/** A text as its reader sees it: escapes read, letters in one form, nothing unseen between them, and "·" for what may be a dot. */
function seenText(text: string): string {
  return text
    .replaceAll("\u02d9", "·")
    .normalize("NFKC")
    .replace(middleDots, "·")
    .replace(unseen, "")
    .replace(dots, ".")
    .toLowerCase()
}

/** Every host that a text names, wherever it stands: small letters, as written. Its time grows with the text's length. */
export function namedHosts(text: string): readonly string[] {
  const plain = withoutEscapes(text).replace(fencedDots, ".")
  const filled = plain.replace(oddBlanks, "")
  const close = filled.replace(thinSpaces, "")
  const found = hostsIn(seenText(plain.replace(oddBlanks, " ")))
  if (filled !== plain) found.push(...hostsIn(seenText(filled)))
  if (close !== filled) found.push(...closeHosts(seenText(close)))
  return found
}

/** "%2e" is a dot to a browser; what is no text in UTF-8 is read byte by byte. */
function withoutEscapes(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes.replace(/%([0-7][0-9a-f])/gi, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)))
    }
  })
}

function hostsIn(seen: string): string[] {
  return [
    ...authorities(seen),
    ...plainHosts(seen),
    ...ownMachine(seen),
    ...longAddresses(seen),
    ...closeHosts(seen, "·"),
    ...unspacedHosts(seen),
  ]
}

/** A name in a script without spaces before a common end. ".NET" is also a way to write programs. */
function unspacedHosts(seen: string): readonly string[] {
  return [...seen.matchAll(unspacedHost)].flatMap(([host, end = ""]) =>
    end !== "net" && (common.has(end) || countries.has(end)) ? [host] : [],
  )
}

const unspacedHost =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー]{1,63}\.([a-z]{2,6})(?![a-z\d-])/gu

/** Hosts with a known end, where a middle dot counts as a dot; with `mark`, only those with that mark in their row. */
function closeHosts(seen: string, mark = ""): readonly string[] {
  if (!seen.includes(mark)) return []
  const found: string[] = []
  for (const pattern of [middleRun, anyMiddleRun]) {
    for (const [whole] of seen.matchAll(pattern)) {
      if (!whole.includes(mark) || catalan.test(whole)) continue
      for (const labels of chainsIn(whole.replaceAll("·", "."))) {
        const [end = "", owner = ""] = labels.toReversed()
        // A product of units ("J·kg") or a count of them ("12·cm") is no address.
        const isUnit = end.length < 3 && (owner.length < 2 || /^\d/.test(owner)) && mark !== ""
        if (known.has(end) && isHost(labels) && !isUnit) found.push(labels.join("."))
      }
    }
  }
  return found
}

const middleRun =
  /(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}])[\p{L}\p{M}\p{N}._·-])+/gu
const anyMiddleRun = /[\p{L}\p{M}\p{N}._·-]+/gu
/** "Novel·la" is a Catalan word. */
const catalan = /^\p{L}{1,30}l·la$/u

/** The reader's own machine, named as one names a host: with a port or a path. */
function ownMachine(seen: string): readonly string[] {
  return /(?:^|[^\p{L}\p{N}._-])localhost\.?(?::\d|\/)/u.test(seen) ? ["localhost"] : []
}

/** Addresses of IPv6, in brackets or bare. */
function longAddresses(seen: string): readonly string[] {
  const found: string[] = []
  for (const [whole] of seen.matchAll(/[\p{L}\p{N}_:.%-]+/gu)) {
    if (whole.length > 60) continue
    const address = (whole.split("%")[0] ?? "").replace(/[.-]{1,9}$/, "")
    const isAddress = /^[0-9a-f:.]+$/.test(address) && /\d/.test(address) && address.split(":").length > 2
    if (isAddress && isAddressOfWeb(`https://[${address}]/`)) found.push(`[${address}]`)
  }
  return found
}

/** The text after "://" is a host, whatever it looks like. */
function authorities(seen: string): readonly string[] {
  const found: string[] = []
  for (let at = seen.indexOf("://"); at !== -1; at = seen.indexOf("://", at + 3)) {
    const rest = seen.slice(at + 3, at + 3 + longestAuthority)
    const end = rest.search(/[\s/?#\\<>"'`|{}^“”«»()]/)
    const authority = end === -1 ? rest : rest.slice(0, end)
    const host = authority.slice(authority.lastIndexOf("@") + 1)
    const bare = host.startsWith("[") ? host.slice(0, host.indexOf("]") + 1) : (host.split(":")[0] ?? "")
    const trimmed = bare.replace(/^[.,;!*_-]+/, "").replace(/[.,;!*_-]{1,20}$/, "")
    if (trimmed !== "") found.push(trimmed)
  }
  return found
}

/** Longest that is looked at after "://", in UTF-16 units; a host has at most 253. */
const longestAuthority = 1_000

/** Words that look like a host without a scheme. */
function plainHosts(seen: string): readonly string[] {
  const found: string[] = []
  for (const { 0: whole, index } of seen.matchAll(run)) {
    const after = seen.slice(index + whole.length, index + whole.length + 2)
    for (const labels of chainsIn(whole)) {
      const end = labels.at(-1) ?? ""
      if (isAddress(labels, after) || (isHost(labels) && (after !== "()" || common.has(end))))
        found.push(labels.join("."))
    }
  }
  for (const [whole] of seen.matchAll(anyRun)) {
    for (const labels of chainsIn(whole)) if (idnEnds.has(labels.at(-1) ?? "")) found.push(labels.join("."))
  }
  return found
}

/** The names in a row with single dots between them; two dots are no part of an address. */
function chainsIn(whole: string): readonly (readonly string[])[] {
  const chains: string[][] = [[]]
  for (const part of whole.split(".")) {
    const label = trimmedLabel(part)
    if (label === "") chains.push([])
    else chains.at(-1)?.push(label)
  }
  return chains.filter((labels) => labels.length > 1)
}

/** Signs of Markdown and dashes at the ends are no part of a name. */
function trimmedLabel(part: string): string {
  let start = 0
  let end = part.length
  while (start < end && "_-".includes(part.charAt(start))) start++
  while (end > start && "_-".includes(part.charAt(end - 1))) end--
  return part.slice(start, end)
}

/** Four numbers, or fewer where they are no version: "127.0.1" and "0x7f.1" are addresses, too. */
function isAddress(labels: readonly string[], after: string): boolean {
  if (labels.length > 4 || !labels.every((label) => /^(?:0x[0-9a-f]{1,8}|\d{1,12})$/.test(label))) return false
  const [first, second] = labels
  const isShort =
    (first === "127" && (labels.length > 2 || second === "1" || /^:\d/.test(after))) ||
    (first === "192" && second === "168" && labels.length > 2) ||
    labels.some((label) => label.startsWith("0x"))
  return (labels.length === 4 || isShort) && isAddressOfWeb(`https://${labels.join(".")}/`)
}

function isHost(labels: readonly string[]): boolean {
  const end = labels.at(-1) ?? ""
  if (labels.some((label) => label.length > 63)) return false
  if (end.startsWith("xn--")) return true
  if (!/^[\p{L}\p{M}]{2,}$/u.test(end) || files.has(end)) return false
  if (/^[a-z]{2}$/.test(end) && !countries.has(end)) return false
  if (end === "properties" && labels.length === 2 && propertyNames.test(labels[0] ?? "")) return false
  return !(labels.length === 2 && sources.has(end) && sourceNames.test(labels[0] ?? ""))
}

function isAddressOfWeb(href: string): boolean {
  return readUrl(href) !== undefined
}
