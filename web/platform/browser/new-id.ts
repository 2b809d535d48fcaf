/** A fresh id of 21 characters, as the ancestor's. (`crypto.randomUUID` is missing where the page is served over plain http.) */
export function newId(): string {
  const letters = "useandom-26T198340PX75pxJACKVERYMINDBUSHWOLF_GQZbfghjklqvwyzrict"
  return Array.from(crypto.getRandomValues(new Uint8Array(21)), (byte) => letters[byte % 64]).join("")
}

/** A fresh UUID (version 4), as `Idempotency-Key` wants it. */
export function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes.set([((bytes[6] ?? 0) & 0x0f) | 0x40], 6)
  bytes.set([((bytes[8] ?? 0) & 0x3f) | 0x80], 8)
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
}
