import { NetworkError } from '@latchkey/kernel/chain'

/** Something was asked of a network that the app does not list. */
export function networkUndefined(networkId?: string): NetworkError {
  return new NetworkError('CaipNetwork is undefined', {
    code: 'NETWORK_UNDEFINED',
    ...(networkId === undefined ? {} : { metaMessages: [`The app does not list "${networkId}".`] }),
  })
}
