import type { SendRequest, SubmittedTransaction } from '@latchkey/kernel/plugin'
import type { SubmittableExtrinsic } from '@polkadot/api/types'
import type { PolkadotNetwork } from '../../networks.js'
import type { Chains } from '../chain/chains.js'
import { writeTrail } from '../chain/followExtrinsic.js'
import { nodeErrorFrom } from '../chain/nodeErrors.js'
import { signExtrinsic } from '../chain/signExtrinsic.js'
import { submitExtrinsic } from '../chain/submitExtrinsic.js'
import type { Transfer } from './createSender.js'
import { transferOf } from './quote.js'

/**
 * Opens the wallet and sends what it signed. Nonce and lifetime are read now: a person may have taken minutes.
 *
 * @param handingOver Called right before the wallet is asked.
 */
export async function submitTransfer(
  chains: Chains,
  network: PolkadotNetwork,
  request: SendRequest,
  { from, ...terms }: Transfer,
  handingOver: () => void,
): Promise<SubmittedTransaction> {
  const lease = await chains.lease(network, request.signal)
  const { api } = lease
  try {
    const extrinsic = transferOf(api, network, terms)
    const account = { ...request.from, address: from }
    const { provider } = request
    const signed = await signExtrinsic({ api, network, account, provider, extrinsic, handingOver })
    // The connection may have gone while the wallet was open; then nothing was sent.
    const submittable = api.tx(signed) as SubmittableExtrinsic<'promise'>
    const submitted = await submitExtrinsic({ network, clock: chains.clock, lease, signed: submittable })
    return { ...submitted, trail: writeTrail(api, submittable.era).catch(() => undefined) }
  } catch (error) {
    lease.end()
    throw nodeErrorFrom(error)
  }
}
