/** The name of a sentence of `full.js` and what it is about, for pages that people use. */
export const say = (name, ...parts) =>
  `${name}: ${parts.map((part) => part?.id ?? part).join(', ')} (see @latchkey/kernel/README.md#when-something-breaks)`

export const inDevelopment = false
