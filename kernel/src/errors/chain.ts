import { NetworkError } from './network.js'

/** Faults of networks: not listed, not supported, not known. */

/** Alert: the app does not list the network, so a switch is refused. */
export function networkNotFound(networkId: string): NetworkError {
  return new NetworkError('Network Not Found', {
    code: 'NETWORK_NOT_FOUND',
    metaMessages: [`The app does not list "${networkId}". Add it to the networks of its namespace's plugin.`],
  })
}

/** The wallet cannot be asked for a network it did not agree to when it was connected. */
export function networkNotApproved(wallet: string, network: string): NetworkError {
  return new NetworkError(
    `${wallet} was not connected to ${network}. Disconnect and connect again to add it.`,
    { code: 'NETWORK_NOT_APPROVED' },
  )
}

export function networkUndefined(): NetworkError {
  return new NetworkError('CaipNetwork is undefined', { code: 'NETWORK_UNDEFINED' })
}

/** What was asked for does not exist on this kind of chain. */
export function unsupportedChain(namespace?: string): NetworkError {
  return new NetworkError('Unsupported chain', {
    code: 'UNSUPPORTED_CHAIN',
    ...(namespace === undefined ? {} : { metaMessages: [`Namespace: ${namespace}`] }),
  })
}

export function chainNotSupported(chain: string): NetworkError {
  return new NetworkError('Chain is not supported', {
    code: 'CHAIN_NOT_SUPPORTED',
    metaMessages: [`Chain: ${chain}`],
  })
}
