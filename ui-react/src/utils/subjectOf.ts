import type { NetworkId, PictureSubject } from '@latchkey/kernel/plugin'

/** What plugins are asked for a picture of: the token at an address, or the native coin where there is none. */
export const subjectOf = (
  networkId: NetworkId,
  address: string | undefined,
  symbol: string,
): PictureSubject =>
  address === undefined ? { kind: 'coin', networkId, symbol } : { kind: 'token', networkId, address }
