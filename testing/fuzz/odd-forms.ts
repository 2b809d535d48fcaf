import fc from "fast-check"

/** A form as it goes over the wire, valid or not. */
export interface OddForm {
  readonly type: string
  readonly body: Buffer
}

const boundaries = ["x", "----WebKitFormBoundary7MA4YWxkTrZu0gW", "a".repeat(70), "a b", "--", "é"]
const names = ["prompt", "aspect_ratio", "output_format", "__proto__", "constructor", "", 'a"b', "a\r\nb", "é"]
const values = ["um gato", "", "a".repeat(100_000), "\r\n--x\r\n", "--x--", "\u0000", "\ud800", "1e999", "🐈"]

const part = fc.record({
  name: fc.constantFrom(...names),
  value: fc.constantFrom(...values),
  headers: fc.constantFrom(
    "",
    'content-disposition: form-data; name="prompt"\r\n',
    "content-type: text/plain; charset=utf-16\r\n",
    "content-transfer-encoding: base64\r\n",
    `x-long: ${"y".repeat(20_000)}\r\n`,
    "no colon at all\r\n",
    ": no name\r\n",
    "\u0000: nothing\r\n",
  ),
  isFile: fc.boolean(),
  end: fc.constantFrom("\r\n", "\n", "", "\r\n\r\n"),
})

/** Forms whose boundary is another than they say, whose parts have no end or no name, or are as many as there is room for. */
export const oddForm: fc.Arbitrary<OddForm> = fc
  .record({
    said: fc.constantFrom(...boundaries),
    used: fc.option(fc.constantFrom(...boundaries), { nil: undefined, freq: 4 }),
    parts: fc.array(part, { maxLength: 5 }),
    times: fc.constantFrom(1, 1, 1, 2_000),
    tail: fc.constantFrom("--\r\n", "--", "", "\r\n", "-"),
    type: fc.constantFrom(
      "multipart/form-data; boundary=",
      'multipart/form-data; boundary="',
      "multipart/form-data;",
      "Multipart/Form-Data; charset=utf-8; boundary=",
    ),
  })
  .map(({ said, used = said, parts, times, tail, type }) => {
    const written = parts.map(({ name, value, headers, isFile, end }) => {
      const file = isFile ? '; filename="a.png"' : ""
      return `--${used}\r\n${headers}content-disposition: form-data; name="${name}"${file}\r\n\r\n${value}${end}`
    })
    return { type: type + said, body: Buffer.from(`${written.join("").repeat(times)}--${used}${tail}`) }
  })
