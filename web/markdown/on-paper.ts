import { createContext } from "react"

/** Whether what is drawn is for a printer or a picture: all of it comes at once, and stays as it is. */
export const OnPaper = createContext(false)
