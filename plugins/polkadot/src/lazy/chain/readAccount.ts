import { BaseError } from '@latchkey/kernel/plugin'
import { NetworkError } from '@latchkey/kernel/chain'
import type { ApiPromise } from '@polkadot/api'
import * as z from 'zod/mini'
import { addressFor } from '../../address.js'
import type { PolkadotNetwork } from '../../networks.js'

/** Amounts in planck. */
export interface ChainAccount {
  readonly free: bigint
  readonly reserved: bigint
  readonly frozen: bigint
}

/**
 * The SDK writes an amount as a number while it is exact, and as hex above. A node that lies about its chain can declare wider numbers than
 * the 128 bits of `Balance`.
 */
const amount = z.pipe(
  z.union([z.number().check(z.int(), z.gte(0)), z.string().check(z.regex(/^0x0*[0-9a-f]{1,32}$/i))]),
  z.transform((value) => BigInt(value)),
)

const schema = z.object({
  data: z.object({
    free: amount,
    reserved: amount,
    frozen: z.optional(amount),
    // Runtimes of before 2023 tell two frozen amounts, of which the higher counts.
    miscFrozen: z.optional(amount),
    feeFrozen: z.optional(amount),
  }),
})

/** Reads an account. One that the chain does not know is empty. */
export async function readAccount(
  api: ApiPromise,
  network: PolkadotNetwork,
  address: string,
): Promise<ChainAccount> {
  const query = api.query['system']?.['account']
  if (!query) throw chainUnsupported(network, 'system.account')
  const found = z.safeParse(schema, (await query(address)).toJSON())
  if (!found.success) throw chainUnsupported(network, 'the amounts of system.account')
  const { free, reserved, frozen, miscFrozen, feeFrozen } = found.data.data
  // Math.max has no bigint.
  let highest = 0n
  for (const value of [frozen, miscFrozen, feeFrozen]) {
    if (value !== undefined && value > highest) highest = value
  }
  return { free, reserved, frozen: highest }
}

/** The least an account must hold. */
export function existentialDeposit(api: ApiPromise, network: PolkadotNetwork): bigint {
  const constant = api.consts['balances']?.['existentialDeposit']
  if (!constant) throw chainUnsupported(network, 'balances.existentialDeposit')
  return BigInt(constant.toString())
}

/** What can leave without closing the account, fee included. Frozen amounts count against the reserved part first. */
export function transferable({ free, reserved, frozen }: ChainAccount, deposit: bigint): bigint {
  const held = frozen > reserved ? frozen - reserved : 0n
  const kept = held > deposit ? held : deposit
  return free > kept ? free - kept : 0n
}

/** An address in the network's own form. @throws BaseError `ADDRESS_INVALID` */
export function checkedAddress(network: PolkadotNetwork, address: unknown): string {
  const checked = addressFor(network.ss58Prefix, address)
  if (checked !== undefined) return checked
  throw new BaseError(`This is not an address of ${network.name}.`, {
    code: 'ADDRESS_INVALID',
    parameters: { network: network.name },
    metaMessages: [
      `Received: "${String(address).slice(0, 80)}"`,
      'Expected: SS58 of a 32-byte account, with the prefix of any network.',
    ],
  })
}

export function chainUnsupported(network: PolkadotNetwork, missing: string): NetworkError {
  return new NetworkError(`${network.name} works in a way that is not supported here.`, {
    code: 'POLKADOT_CHAIN_UNSUPPORTED',
    parameters: { network: network.name },
    metaMessages: [`Its runtime has not: ${missing}.`],
  })
}
