import type { NetworkId } from '@latchkey/kernel/plugin'

export interface IdentityOptions {
  /** Look up names on test networks, too. Default false. */
  readonly testnets?: boolean | undefined
  /**
   * Networks whose picture stays when a look-up fails and the name comes another way; elsewhere it is cleared. Default
   * Ethereum, where the other way reads the same records.
   */
  readonly pictureNetworks?: readonly NetworkId[] | undefined
}
