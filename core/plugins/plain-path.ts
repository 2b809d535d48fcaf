/**
 * Whether a path is asked for as it is written. A browser takes `%2e` for a dot and `\` for a slash, drops tabs and line breaks,
 * and follows `.` and `..`: any of these would lead from the folder in which the path was to stay.
 */
export function isPlainPath(path: string): boolean {
  return !/[\\\t\n\r]/.test(path) && !path.split("/").some((step) => /^(\.|%2e){1,2}$/i.test(step))
}
