export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'

/** Both programs hold fungible tokens, with accounts that begin alike. A mint belongs to one of them. */
export const tokenPrograms: readonly string[] = [tokenProgram, token2022Program]
