/** The options of a picture. The settings offer them, too, so they are separate from the call. */
export const imageSizes = ["1024x1024", "1792x1024", "1024x1792"] as const
export type ImageSize = (typeof imageSizes)[number]
export const imageQualities = ["standard", "hd"] as const
export type ImageQuality = (typeof imageQualities)[number]
export const imageStyles = ["vivid", "natural"] as const
export type ImageStyle = (typeof imageStyles)[number]

/** The defaults of every picture call. */
export const imageDefaults = { size: "1024x1024", quality: "standard", style: "vivid" } as const

/**
 * The sizes that API clients may also request: those of the gpt-image models. `auto` leaves the choice to the model.
 */
export const askedImageSizes = [...imageSizes, "1536x1024", "1024x1536", "auto"] as const
export const askedImageQualities = [...imageQualities, "low", "medium", "high", "auto"] as const
