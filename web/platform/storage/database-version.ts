export const databaseName = "nk-prosa"
export const databaseVersion = 4
