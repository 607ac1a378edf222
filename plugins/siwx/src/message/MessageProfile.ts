import type { TextGrammar } from './TextGrammar.js'

/**
 * How one namespace writes the sign-in text of CAIP-122: the word for its accounts, its grammar, how it
 * prints a chain and what an address is. The page builds with a profile and the server reads with the same.
 */
export interface MessageProfile {
  /** CAIP-2 namespace. */
  readonly namespace: string
  readonly grammar: TextGrammar
  /** The chain as the text prints it, from a CAIP-2 id. Undefined when the id is not of this namespace. */
  printChain(chainId: string): string | undefined
  /** The CAIP-2 id of a printed chain, or undefined for any form this profile does not issue. */
  readChain(printed: string): string | undefined
  /** Whether the text is an address of the namespace, spelled as the message must spell it. */
  isAddress(address: string): boolean
  /**
   * The one spelling of the account that an address names: equal for all spellings of one account, different for two
   * accounts. Text that is no address comes back as it is.
   */
  canonicalAddress(address: string): string
}
