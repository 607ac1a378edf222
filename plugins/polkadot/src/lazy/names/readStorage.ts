import type { ApiPromise } from '@polkadot/api'
import * as z from 'zod/mini'
import { chainUnsupported } from '../chain/readAccount.js'
import type { PolkadotNetwork } from '../../networks.js'
import { nameError } from './nameErrors.js'

/** The Identity pallet at one block, each item as the SDK writes it in JSON. */
export interface IdentityStorage {
  /** Whether the runtime keeps such an item. */
  has(item: string): boolean
  /** @throws BaseError `NAME_RECORD_INVALID` when it isn't of the shape; NetworkError `POLKADOT_CHAIN_UNSUPPORTED` */
  read<T>(item: string, schema: z.ZodMiniType<T>, ...keys: readonly string[]): Promise<T>
}

/** What is final is read: a name that a fork takes back would have led money away. */
export async function finalStorage(api: ApiPromise, people: PolkadotNetwork): Promise<IdentityStorage> {
  const { query } = await api.at(await api.rpc.chain.getFinalizedHead())
  const pallet = query['identity']
  return {
    has: (item) => pallet?.[item] !== undefined,
    async read(item, schema, ...keys) {
      const entry = pallet?.[item]
      if (!entry) throw chainUnsupported(people, `identity.${item}`)
      const found = z.safeParse(schema, (await entry(...keys)).toJSON())
      if (found.success) return found.data
      throw nameError('NAME_RECORD_INVALID', `Storage: identity.${item} of ${people.name}.`)
    },
  }
}
