import { BaseError } from '@latchkey/kernel/plugin'
import { mostSaved, nameLength } from './addressBookKey.js'

const sentences = {
  ADDRESS_INVALID: () => 'This isn’t an address. Check it and enter it again.',
  ADDRESS_NAME_INVALID: () =>
    `Enter a name of up to ${nameLength} characters that isn’t an address and has no invisible characters.`,
  ADDRESS_NAME_TAKEN: ({ name = '' }: Parameters) =>
    `You already call another address ${name}. Choose another name.`,
  ADDRESS_BOOK_FULL: () => `You’ve saved ${mostSaved} addresses, which is the most. Remove one first.`,
}

type Parameters = { readonly name?: string; readonly count?: number }

export function addressBookError(code: keyof typeof sentences, parameters: Parameters = {}): BaseError {
  return new BaseError(sentences[code](parameters), { code, parameters })
}
