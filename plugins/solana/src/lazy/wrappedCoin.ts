/** The mint of wrapped SOL, of SPL Token. */
export const wrappedCoin = 'So11111111111111111111111111111111111111112'
/** The mint of wrapped SOL, of Token-2022. */
export const wrappedCoin2022 = '9pan9bMn5HatX4EJdBwg9VgCa7Uz5HL8N1m5D3NdXejP'
