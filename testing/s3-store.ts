import S3rver from "s3rver"
import { tempFolder } from "./temp-folder.ts"

/** A server that speaks S3, on this machine, with one bucket. */
export interface TestS3 {
  readonly env: Readonly<Record<string, string>>
  stop(): Promise<void>
}

export async function startS3(): Promise<TestS3> {
  const server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory: tempFolder("prosa-s3"),
    configureBuckets: [{ name: "prosa-files", configs: [] }],
  })
  const { port } = await server.run()
  return {
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: "prosa-files",
      // The key pair that this server knows.
      S3_ACCESS_KEY_ID: "S3RVER",
      S3_SECRET_ACCESS_KEY: "S3RVER",
    },
    stop: () => server.close(),
  }
}
