/** How many wallets that people know stand in the first list, where no hosted list recommends any, and under 'Get a wallet'. */
export const knownCount = 4
