/** Keeps numbers and what belongs to them in their order, whatever the direction of the sentence around them. */
export const isolateText = (text: string) => `\u2066${text}\u2069`
