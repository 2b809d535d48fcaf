/** A value that this process may know at once, and that takes a moment where servers share it: callers await it. */
export type MaybePromise<T> = T | Promise<T>
