let asked: Promise<unknown> | undefined

/** The file of the built-in masks, fetched once; undefined when it cannot be fetched, which is logged, and tried again when it is wanted next. */
export function fetchBuiltinMasks(): Promise<unknown> {
  asked ??= fetch(`${import.meta.env.BASE_URL}masks.json`, { priority: "low" })
    .then((reply): Promise<unknown> =>
      reply.ok ? reply.json() : Promise.reject(new Error(`masks.json: ${reply.status}`)),
    )
    .catch((trouble: unknown) => {
      console.warn(trouble)
      asked = undefined
    })
  return asked
}
