import { AwsClient } from "aws4fetch"
import type { S3Config } from "../config.ts"
import { checkFileName, type FileStore } from "./file-store.ts"

/** How long one call to the store may take, in ms, and how often a failed one is made again. */
const patienceMs = 15_000
const retries = 2

/**
 * Files in a bucket of an S3-compatible store, one object each, by addresses that name the bucket in their path. Calls are
 * signed by AWS Signature Version 4.
 */
export function createS3Files({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Config): FileStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries })

  async function call(
    method: "GET" | "PUT" | "DELETE",
    name: string,
    body?: Uint8Array<ArrayBuffer>,
  ): Promise<Response> {
    checkFileName(name)
    return client.fetch(`${endpoint}/${bucket}/shared/${name}`, {
      method,
      redirect: "error",
      signal: AbortSignal.timeout(patienceMs),
      ...(body && { body, headers: { "content-type": "application/octet-stream" } }),
    })
  }

  return {
    // Who runs the store sees to its room.
    hasRoom: () => Promise.resolve(true),
    async put(name, bytes) {
      await expectDone(await call("PUT", name, new Uint8Array(bytes)))
    },
    async get(name) {
      const reply = await call("GET", name)
      if (reply.ok) return Buffer.from(await reply.arrayBuffer())
      const words = await reply.text()
      // A missing bucket is a 404, too, and is no missing file.
      if (reply.status === 404 && !words.includes("NoSuchBucket")) return undefined
      throw refused(reply, words)
    },
    async remove(name) {
      const reply = await call("DELETE", name)
      if (reply.status !== 404) await expectDone(reply)
    },
  }
}

async function expectDone(reply: Response): Promise<void> {
  if (reply.ok) await reply.body?.cancel()
  else throw refused(reply, await reply.text())
}

function refused({ status }: Response, words: string): Error {
  return new Error(`the S3 store answered ${status}: ${words.slice(0, 200)}`)
}
