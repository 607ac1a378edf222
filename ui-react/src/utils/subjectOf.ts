import type { NetworkId } from '@latchkey/kernel/plugin'
import type { PictureSubject } from '@latchkey/kernel/contracts'

/** What plugins are asked for a picture of: the token at an address, or the native coin where there is none. */
export const subjectOf = (
  networkId: NetworkId,
  address: string | undefined,
  symbol: string,
): PictureSubject =>
  address === undefined ? { kind: 'coin', networkId, symbol } : { kind: 'token', networkId, address }
