import { parse } from "yaml"

/** Reads YAML as descriptions of services use it: merges of anchors are followed, but not a hundred of them. */
export function readYaml(text: string): unknown {
  return parse(text, { maxAliasCount: 100, merge: true, logLevel: "error" }) as unknown
}
