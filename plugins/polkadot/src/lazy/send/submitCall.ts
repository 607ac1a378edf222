import type { Account } from '@latchkey/kernel/plugin'
import type { SubmittedTransaction } from '@latchkey/kernel/contracts'
import type { ApiPromise } from '@polkadot/api'
import type { SubmittableExtrinsic } from '@polkadot/api/types'
import type { PolkadotNetwork } from '../../networks.js'
import type { Chains } from '../chain/chains.js'
import { writeTrail } from '../chain/followExtrinsic.js'
import { nodeErrorFrom } from '../chain/nodeErrors.js'
import { signExtrinsic } from '../chain/signExtrinsic.js'
import { submitExtrinsic } from '../chain/submitExtrinsic.js'

export interface SubmitCallOptions {
  readonly chains: Chains
  readonly network: PolkadotNetwork
  /** With its address in the network's own form. */
  readonly account: Account
  readonly provider: unknown
  readonly signal: AbortSignal | undefined
  /** What the wallet is to sign, made with the connection that sends it. */
  extrinsicOf(api: ApiPromise): SubmittableExtrinsic<'promise'>
  /** Called right before the wallet is asked. */
  handingOver(): void
}

/** Opens the wallet and sends what it signed. Nonce and lifetime are read now: a person may have taken minutes. */
export async function submitCall(options: SubmitCallOptions): Promise<SubmittedTransaction> {
  const { chains, network, account, provider, handingOver } = options
  const lease = await chains.lease(network, options.signal)
  const { api } = lease
  try {
    const extrinsic = options.extrinsicOf(api)
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
