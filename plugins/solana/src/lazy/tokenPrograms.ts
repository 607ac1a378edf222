export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'

/** The chain's clock (sysvar). */
export const clockAddress = 'SysvarC1ock11111111111111111111111111111111'

/** Both programs hold fungible tokens, with accounts that begin alike. A mint belongs to one of them. */
export const tokenPrograms: readonly string[] = [tokenProgram, token2022Program]
