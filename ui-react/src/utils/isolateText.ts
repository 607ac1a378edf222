/**
 * Keeps numbers and what belongs to them in their order, whatever the direction of the sentence around them. Parts of the kit
 * draw what is isolated as an element of its own.
 */
export const isolateText = (text: string) => `\u2066${text}\u2069`
