import type { PolkadotNetworks } from '../networks.js'
import type { SignedPayload, SignPayloadRequest } from '../signPayload.js'
import { networkOf } from './networkOf.js'
import { signPayload } from './signPayload.js'

/** Signs a payload for a network by its id. @throws NetworkError `NETWORK_NOT_FOUND` */
export async function signListedPayload(
  networks: PolkadotNetworks,
  request: SignPayloadRequest,
): Promise<SignedPayload> {
  return signPayload({ ...request, network: networkOf(networks, request.networkId) })
}
