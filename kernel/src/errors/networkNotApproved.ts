import { NetworkError } from './network.js'

/** The wallet cannot be asked for a network it did not agree to when it was connected. */
export function networkNotApproved(wallet: string, network: string): NetworkError {
  return new NetworkError(
    `${wallet} was not connected to ${network}. Disconnect and connect again to add it.`,
    { code: 'NETWORK_NOT_APPROVED', parameters: { wallet, network } },
  )
}
