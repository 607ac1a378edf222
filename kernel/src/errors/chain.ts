import { NetworkError } from './network.js'

/** Faults of networks: not listed, not supported, not known. */

/** Alert: the app does not list the network, so a switch is refused. */
export function networkNotFound(networkId: string): NetworkError {
  return new NetworkError('Network Not Found', {
    code: 'NETWORK_NOT_FOUND',
    metaMessages: [`The app does not list "${networkId}". Add it to the networks of its namespace's plugin.`],
  })
}

/** What was asked for does not exist on this kind of chain. */
export function unsupportedChain(namespace?: string): NetworkError {
  return new NetworkError('Unsupported chain', {
    code: 'UNSUPPORTED_CHAIN',
    ...(namespace === undefined ? {} : { metaMessages: [`Namespace: ${namespace}`] }),
  })
}

/** Something was asked of a chain that no plugin adds. */
export function chainNotSupported(chain: string): NetworkError {
  return new NetworkError('Chain is not supported', {
    code: 'CHAIN_NOT_SUPPORTED',
    metaMessages: [`Chain: ${chain}`],
  })
}
