const longest = 100

/**
 * A name or symbol that a contract gave itself, cut to what can be shown: without control and formatting characters,
 * which could make it look like another one.
 */
export const plainText = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .trim()
    .slice(0, longest)
