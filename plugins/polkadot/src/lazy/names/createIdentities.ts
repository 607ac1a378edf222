import type { Identity, IdentityCapability } from '@latchkey/kernel/contracts'
import { isKernelError, type NetworkId } from '@latchkey/kernel/plugin'
import { accountKey, addressFor, isSameAddress } from '../../address.js'
import type { PolkadotNetworks } from '../../networks.js'
import type { Chains } from '../chain/chains.js'
import { networkOf } from '../networkOf.js'
import { peopleOf } from './peopleOf.js'
import { finalStorage, type IdentityStorage } from './readStorage.js'
import { isUsername, readUsername, readUsernameOwner } from './usernames.js'
import { readVouchedName } from './vouchedName.js'

/** Names of Polkadot: usernames, which lead to an account and back, and display names that a registrar vouches for. */
export function createIdentities(networks: PolkadotNetworks, chains: Chains): IdentityCapability {
  /** Asks the People chain of the network; `undefined` where it has none. */
  async function on<T>(
    networkId: NetworkId,
    signal: AbortSignal | undefined,
    work: (storage: IdentityStorage) => Promise<T>,
  ): Promise<T | undefined> {
    const people = peopleOf(networkOf(networks, networkId))
    return people && chains.read(people, signal, async (api) => work(await finalStorage(api, people)))
  }

  return {
    async lookup({ networkId, address, signal }): Promise<Identity> {
      if (!accountKey(address)) return {}
      const found = await on(networkId, signal, async (storage): Promise<Identity> => {
        const [name, vouchedName] = await Promise.all([
          unlessUntrusted(() => ownUsername(storage, address)),
          unlessUntrusted(() => readVouchedName(storage, address)),
        ])
        return {
          ...(name === undefined ? {} : { name }),
          ...(vouchedName === undefined ? {} : { vouchedName }),
        }
      })
      return found ?? {}
    },
    async resolve({ networkId, name, signal }) {
      // Capitals of a to z alone: others have small letters that look like these.
      const text = name.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
      if (!isUsername(text)) return undefined
      const { ss58Prefix } = networkOf(networks, networkId)
      return addressFor(
        ss58Prefix,
        await on(networkId, signal, (storage) => readUsernameOwner(storage, text)),
      )
    },
  }
}

async function ownUsername(storage: IdentityStorage, address: string): Promise<string | undefined> {
  const name = await readUsername(storage, address)
  const owner = name === undefined ? undefined : await readUsernameOwner(storage, name)
  return owner !== undefined && isSameAddress(owner, address) ? name : undefined
}

/** A name that cannot be trusted is no name; a node that fails is a fault. */
async function unlessUntrusted(read: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await read()
  } catch (error) {
    if (isKernelError(error) && error.code.startsWith('NAME_')) return undefined
    throw error
  }
}
