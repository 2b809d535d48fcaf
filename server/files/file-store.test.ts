import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { AwsV4Signer } from "aws4fetch"
import { startS3, type TestS3 } from "../../testing/s3-store.ts"
import { tempFolder } from "../../testing/temp-folder.ts"
import { testConfig } from "../../testing/test-config.ts"
import { createDiskFiles, hasRoomForFiles } from "./disk-files.ts"
import { filesFolder, type FileStore, openFileStore } from "./file-store.ts"

const dataDir = tempFolder("prosa-files")
let s3: TestS3
beforeAll(async () => void (s3 = await startS3()))
afterAll(() => s3.stop())

const gib = 1024 ** 3
const name = "AbCdEfGhIjKlMnOpQrStUv"
const bytes = Buffer.from([0, 255, 13, 10, 0xc3, 0x28, 0])

describe.each([
  ["a folder", () => openFileStore(testConfig({ DATA_DIR: dataDir }))],
  ["an S3 bucket", () => openFileStore(testConfig({ DATA_DIR: dataDir, ...s3.env }))],
])("files in %s", (_, open: () => Promise<FileStore>) => {
  test("come back byte for byte, also by another process", async () => {
    await (await open()).put(name, bytes)
    expect(await (await open()).get(name)).toEqual(bytes)
  })

  test("are written over whole", async () => {
    const store = await open()
    await store.put(name, Buffer.alloc(200_000, 1))
    await store.put(name, bytes)
    expect(await store.get(name)).toEqual(bytes)
  })

  test("are gone once removed, and removing nothing is no error", async () => {
    const store = await open()
    await store.put(name, bytes)
    await store.remove(name)
    expect(await store.get(name)).toBeUndefined()
    await store.remove(name)
  })

  test("have names of ours only", async () => {
    const store = await open()
    for (const bad of ["../../etc/passwd", "a/b/c/d/e/f", "", "curto", "com espaço no nome", "x".repeat(65)]) {
      await expect(store.get(bad)).rejects.toThrow("no name")
      await expect(store.put(bad, bytes)).rejects.toThrow("no name")
      await expect(store.remove(bad)).rejects.toThrow("no name")
    }
  })
})

test("a folder's files can be read by their owner alone, and nothing half written stays beside them", async () => {
  const store = await openFileStore(testConfig({ DATA_DIR: dataDir }))
  await store.put(name, bytes)
  const folder = join(dataDir, filesFolder, name.slice(0, 2))
  expect(readdirSync(folder)).toEqual([name])
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  expect(statSync(join(dataDir, filesFolder)).mode & 0o777).toBe(0o700)
})

test("what a killed process left of a file is removed with it, also where the file never came to be", async () => {
  const folder = tempFolder("prosa-killed")
  const store = createDiskFiles(folder)
  const place = join(folder, name.slice(0, 2))
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, `${name}.part`), bytes)
  await store.remove(name)
  expect(readdirSync(place)).toEqual([])
})

test("two writers of one name do not mix, and leave nothing beside the file", async () => {
  const folder = tempFolder("prosa-two")
  const store = createDiskFiles(folder)
  const both = [Buffer.alloc(3_000_000, 1), Buffer.alloc(3_000_000, 2)]
  const written = await Promise.allSettled(both.map((one) => store.put(name, one)))
  expect(written.some(({ status }) => status === "fulfilled")).toBe(true)
  const stored = await store.get(name)
  expect(both.filter((one) => stored?.equals(one))).toHaveLength(1)
  expect(readdirSync(join(folder, name.slice(0, 2)))).toEqual([name])
})

test("a file that is removed while it is written is gone, which is no error", async () => {
  const folder = tempFolder("prosa-removed")
  const store = createDiskFiles(folder)
  const place = join(folder, name.slice(0, 2))
  const writing = store.put(name, Buffer.alloc(50_000_000, 1))
  await vi.waitFor(() => expect(readdirSync(place)).not.toEqual([]), { interval: 1 })
  await store.remove(name)
  await writing
  expect(readdirSync(place)).toEqual([])
})

test.each([
  ["a large disk", 100 * gib, gib],
  ["a small disk", 10 * gib, gib / 2],
])("of %s the last part is left to the database", async (_, size, free) => {
  expect(hasRoomForFiles({ size, free: free + 1 })).toBe(true)
  expect(hasRoomForFiles({ size, free })).toBe(false)
  const folder = tempFolder("prosa-full")
  const store = createDiskFiles(folder, () => Promise.resolve({ size, free }))
  expect(await store.hasRoom()).toBe(false)
  await expect(store.put(name, bytes)).rejects.toThrow("nearly full")
  expect(await store.get(name)).toBeUndefined()
  await store.remove(name)
})

test("a disk that does not tell its size takes files", async () => {
  const store = createDiskFiles(tempFolder("prosa-unmeasured"), () => Promise.resolve({ size: 0, free: 0 }))
  expect(await store.hasRoom()).toBe(true)
  await store.put(name, bytes)
  expect(await store.get(name)).toEqual(bytes)
})

test("a bucket that is not there is a fault, no missing file", async () => {
  const store = await openFileStore(testConfig({ ...s3.env, S3_BUCKET: "outro-balde" }))
  await expect(store.get(name)).rejects.toThrow("404")
  await expect(store.put(name, bytes)).rejects.toThrow("404")
})

// The example of a GET in AWS's public documentation of Signature Version 4 for S3 ("Example: GET Object").
test("calls are signed as S3 wants it", async () => {
  const signer = new AwsV4Signer({
    url: "https://examplebucket.s3.amazonaws.com/test.txt",
    accessKeyId: "AKIAIOSFODNN7EXAMPLE",
    secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    service: "s3",
    region: "us-east-1",
    datetime: "20130524T000000Z",
    allHeaders: true,
    headers: {
      range: "bytes=0-9",
      "x-amz-content-sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    },
  })
  const { headers } = await signer.sign()
  expect(headers.get("authorization")).toContain("f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
})
