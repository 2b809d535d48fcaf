/** The deployment whose pictures a path asks for; undefined for any other path. */
export function deploymentOfImages(path: string): string | undefined {
  const [, name] = /^\/deployments\/([\w.%-]+)\/images\/generations$/.exec(path) ?? []
  try {
    return name === undefined ? undefined : decodeURIComponent(name) || undefined
  } catch {
    return undefined
  }
}
