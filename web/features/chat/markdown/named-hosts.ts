/** What stands for nothing on the screen, or turns it around: it would hide an address from whoever compares letters. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u0300-\u036f]/gu
/** Marks that browsers, or eyes, take for the dot of an address. */
const dots = /[\u3002\uff61\uff0e\u2024\u2027\u0701\ua4f8]/gu
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
    "otf patch pdf php plist png pot ppt pptx properties proto psd rar rst rtf sass scss sql srt svelte svg swift tar tex " +
    "tgz tiff toml tsv tsx ttf txt vue wasm wav webm webp woff xls xlsx xml yaml yml"
  ).split(" "),
)

/** Names of files whose ends are ends of addresses, too: "README.md", "main.rs". */
const sources = new Set(["cc", "md", "mm", "pl", "ps", "py", "rs", "sh"])
const sourceNames =
  /^(?:readme|changelog|contributing|license|security|architecture|todo|notes|index|main|lib|mod|app|build|setup|install|run|start|test|tests|conftest|manage|script|utils|__init__)$/

/** A call in code ("Promise.all()") is no address, but for these. */
const common = new Set("com net org edu gov mil int info biz app dev site online shop store xyz top".split(" "))

/** Ends of addresses in scripts without spaces. */
const idnEnds = new Set(
  "中国 中國 公司 网络 網絡 网址 香港 台灣 台湾 コム みんな クラウド ストア 닷컴 닷넷 한국 ไทย".split(" "),
)

/** A text as its reader sees it: letters in one form, and nothing unseen between them. */
export function seenText(text: string): string {
  return text.normalize("NFKC").replace(unseen, "").replace(dots, ".").toLowerCase()
}

/** Every host that a text names, wherever it stands: small letters, as written. Its time grows with the text's length. */
export function namedHosts(text: string): readonly string[] {
  const seen = seenText(text)
  return [...authorities(seen), ...plainHosts(seen)]
}

/** What stands after "://" is a host whatever it looks like. */
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

/** What looks like a host without saying so. */
function plainHosts(seen: string): readonly string[] {
  const found: string[] = []
  for (const { 0: whole, index } of seen.matchAll(run)) {
    const after = seen.slice(index + whole.length, index + whole.length + 2)
    for (const labels of chainsIn(whole)) {
      const end = labels.at(-1) ?? ""
      if (isAddress(labels) || (isHost(labels) && (after !== "()" || common.has(end)))) found.push(labels.join("."))
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

function isAddress(labels: readonly string[]): boolean {
  return labels.length === 4 && labels.every((label) => /^\d{1,3}$/.test(label) && Number(label) < 256)
}

function isHost(labels: readonly string[]): boolean {
  const end = labels.at(-1) ?? ""
  if (labels.some((label) => label.length > 63)) return false
  if (end.startsWith("xn--")) return true
  if (!/^[\p{L}\p{M}]{2,}$/u.test(end) || files.has(end)) return false
  if (/^[a-z]{2}$/.test(end) && !countries.has(end)) return false
  return !(labels.length === 2 && sources.has(end) && sourceNames.test(labels[0] ?? ""))
}
