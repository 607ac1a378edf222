/** What stands for the native coin where an address is wanted. */
const placeholders: readonly string[] = [
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  'so11111111111111111111111111111111111111111',
  '0x',
]

export const isNativePlaceholder = (address: string) => placeholders.includes(address.toLowerCase())
