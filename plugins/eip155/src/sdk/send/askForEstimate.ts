import { numberToHex } from 'viem'
import * as z from 'zod/mini'
import type { CapabilityTools } from '../../capabilities.js'
import type { EvmClient } from '../../clients.js'
import { askWallet } from '../../connect/askWallet.js'
import { walletOf } from '../../connect/walletOf.js'
import { readSupport } from '../calls/readSupport.js'
import type { AccountFees, CallsToPrice } from './accountFees.js'

/** Of the embedded wallet: the name of the method, and of the capability that says that the wallet has it. */
const method = 'latchkey_estimateCalls'

const quantity = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]{1,32}$/i)),
  z.transform((text: string) => BigInt(text)),
)
const Estimate = z.object({
  maxFee: quantity,
  feeToHold: quantity,
  likelyFee: z.optional(quantity),
  setUpFee: z.optional(quantity),
})

/**
 * Asks the account's wallet what its bundler will charge. Wallets that don't say that they can tell aren't asked: some would show the
 * person a request that they don't know.
 *
 * @returns `undefined` where the wallet can't tell.
 */
export async function askForEstimate(
  { clock, log }: CapabilityTools,
  client: EvmClient,
  { provider: given, from, calls, signal }: CallsToPrice,
): Promise<AccountFees | undefined> {
  const provider = walletOf(given)
  const chainId = client.chain.id
  const support = await readSupport({ provider, from: from.address, chainId, clock, log, signal })
  if (support.capabilities?.[method] === undefined) return undefined
  const request = {
    ...{ version: '2.0.0', from: from.address, chainId: numberToHex(chainId), atomicRequired: true },
    calls: calls.map(({ to, data, value }) => ({
      ...{ to, value: numberToHex(value) },
      ...(data === '0x' ? {} : { data }),
    })),
  }
  try {
    const told = z.parse(Estimate, await askWallet(provider, method, [request], signal))
    const { maxFee, feeToHold, likelyFee, setUpFee } = told
    return { most: maxFee, toHold: feeToHold, likely: likelyFee, setUp: setUpFee, isWalletsOwn: true }
  } catch (error) {
    signal?.throwIfAborted()
    log.debug('The wallet does not tell what the calls will cost.', error)
    return undefined
  }
}
