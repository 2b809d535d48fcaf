/** The name of one price for all pictures of a model, whatever their size (Stability). */
export const anyPicture = "any"

/** The name of the price of each picture that is handed in to be edited; a model without one draws from words alone. */
export const editedPicture = "edited"
