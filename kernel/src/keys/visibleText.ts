/**
 * What a person typed or pasted, without what can't be seen: spaces around it, and format characters (zero width, bidirectional
 * marks) anywhere, which chats and documents add when an address is copied from them.
 */
export const visibleText = (typed: string): string => typed.replace(/[\p{Cf}\p{Cc}]+/gu, '').trim()
