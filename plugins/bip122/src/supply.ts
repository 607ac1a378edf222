/** Satoshis: there are not more on any Bitcoin network (`MAX_MONEY` of Bitcoin Core). */
export const supply = 2_100_000_000_000_000n
