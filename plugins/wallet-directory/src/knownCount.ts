/** How many wallets that people know stand in the first list, where no hosted list recommends any. */
export const knownCount = 4
