import { NetworkError } from './network.js'

/** Says that nobody is led to a network that has ended or is about to, and the network’s advice. */
export function networkClosed(network: string, say: string): NetworkError {
  return new NetworkError(`${network} isn’t offered any more. ${say}`, {
    code: 'NETWORK_CLOSED',
    parameters: { network },
  })
}
