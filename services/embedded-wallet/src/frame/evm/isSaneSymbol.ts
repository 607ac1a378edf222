/** A symbol in the form that symbols have: nothing in it breaks a line, reorders text or reads as a sentence. */
export const isSaneSymbol = (symbol: string): boolean => /^[\p{L}\p{N}$._-]{1,11}$/u.test(symbol)
