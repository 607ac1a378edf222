import * as z from 'zod/mini'
import { readParams } from '../readParams.js'
import { ownAddress, quantity, requireOwn } from './shapes.js'

/** Of calls at once: those of the smart account let others pay the fee, and are priced before they're asked for, too. */
export type Status = 'smartAccount' | 'supported' | 'ready' | 'unsupported'

const shape = z.tuple([ownAddress], z.unknown())
const chains = z.optional(z.array(quantity))

/**
 * `wallet_getCapabilities` (EIP-5792). An account without code sends calls one after another, and all or none once it's upgraded; a
 * smart account sends all or none.
 *
 * @param networks EVM chain ids that are known here
 * @param statusOf what the account does with several calls on a chain
 * @throws FrameError 4100 for another account
 */
export function readCapabilities(
  params: unknown,
  own: `0x${string}`,
  networks: readonly number[],
  statusOf: (chainId: number) => Status,
): Readonly<Record<string, unknown>> {
  const [from, asked] = readParams(shape, params) as [string, ...unknown[]]
  const wanted = readParams(chains, asked)
  requireOwn(from, { address: own })
  const shown = wanted ? networks.filter((id) => wanted.some((other) => other === BigInt(id))) : networks
  return Object.fromEntries(
    shown.map((id) => [
      `0x${id.toString(16)}`,
      statusOf(id) === 'smartAccount'
        ? {
            atomic: { status: 'supported' },
            paymasterService: { supported: true },
            latchkey_estimateCalls: { supported: true },
          }
        : { atomic: { status: statusOf(id) } },
    ]),
  )
}
