/** What may be chosen for a picture; also what the settings offer, which is why it stands apart from the call. */
export const imageSizes = ["1024x1024", "1792x1024", "1024x1792"] as const
export type ImageSize = (typeof imageSizes)[number]
export const imageQualities = ["standard", "hd"] as const
export type ImageQuality = (typeof imageQualities)[number]
export const imageStyles = ["vivid", "natural"] as const
export type ImageStyle = (typeof imageStyles)[number]

/** Specification §9. */
export const imageDefaults = { size: "1024x1024", quality: "standard", style: "vivid" } as const

/** What programs may ask for beside it: the words of the gpt-image models. `auto` leaves it to the model. */
export const askedImageSizes = [...imageSizes, "1536x1024", "1024x1536", "auto"] as const
export const askedImageQualities = [...imageQualities, "low", "medium", "high", "auto"] as const
