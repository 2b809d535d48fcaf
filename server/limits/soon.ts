/** A value that this process may know at once, and that takes a moment where servers share it: callers await it. */
export type Soon<T> = T | Promise<T>
