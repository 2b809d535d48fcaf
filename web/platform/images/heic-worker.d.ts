/** Made by `scripts/heic-worker.ts`. */
declare module "virtual:heic-worker" {
  const address: string
  export default address
}
