import type { Identity, IdentityCapability } from '@latchkey/kernel/contracts'
import { isKernelError } from '@latchkey/kernel/plugin'
import { isAddress } from '../../address.js'
import { networkOf } from '../../networks.js'
import type { Client } from '../client.js'
import { nameError } from './nameErrors.js'
import {
  domainKey,
  favouriteKey,
  favouritesProgram,
  nameProgram,
  reverseKey,
  rootRegistry,
} from './nameKeys.js'
import { type ChainReading, readAccounts } from '../readAccounts.js'
import { noKey, readFavourite, readRegistry, readReverse } from './readNameData.js'
import { resolveSns } from './resolveSns.js'
import { resolveSol } from './resolveSol.js'

/**
 * One or two labels and the ending. Other letters can be registered, and made to look like these: a name that has them is not
 * looked up.
 */
const form = /^(?:([a-z0-9][a-z0-9-]{0,62})\.)?([a-z0-9][a-z0-9-]{0,62})\.(sns|sol)$/

/** Names of Solana: of the SPL Name Service (`.sns`), and of the Solana Record Service that follows it (`.sol`). */
export function createIdentities({ networks, rpc, clock }: Client): IdentityCapability {
  const on = (networkId: Parameters<typeof networkOf>[1], signal: AbortSignal | undefined): ChainReading => ({
    networks,
    rpc,
    clock,
    network: networkOf(networks, networkId),
    signal,
  })

  async function resolve(chain: ChainReading, name: string): Promise<string | undefined> {
    const [, sub, main, ending] = form.exec(name) ?? []
    if (main === undefined) throw nameError('NAME_INVALID', 'Expected letters a to z, digits and hyphens.')
    const labels = sub === undefined ? [main] : [sub, main]
    return ending === 'sns' ? resolveSns(chain, labels) : resolveSol(chain, labels)
  }

  return {
    async lookup({ networkId, address, signal }): Promise<Identity> {
      const chain = on(networkId, signal)
      if (!chain.network.names || !isAddress(address)) return {}
      const name = await readFavouriteName(chain, address)
      if (name === undefined) return {}
      try {
        return (await resolve(chain, name)) === address ? { name } : {}
      } catch (error) {
        // A name that cannot be trusted is no name; a node that fails is a fault.
        if (isKernelError(error) && error.code.startsWith('NAME_')) return {}
        throw error
      }
    },
    async resolve({ networkId, name, signal }) {
      const text = name.trim()
      const chain = on(networkId, signal)
      if (!chain.network.names || !/\.(?:sns|sol)$/i.test(text)) return undefined
      // Capitals of a to z alone: others have small letters that look like these.
      return resolve(
        chain,
        text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
      )
    },
  }
}

/** The name that an account says it goes by. It proves nothing: any account may say any name. */
async function readFavouriteName(chain: ChainReading, address: string): Promise<string | undefined> {
  const [favourite] = await readAccounts(chain, [favouriteKey(address)])
  const domain = favourite?.program === favouritesProgram ? readFavourite(favourite.data) : undefined
  if (domain === undefined) return undefined
  const [account] = await readAccounts(chain, [domain])
  const parent = account?.program === nameProgram ? readRegistry(account.data)?.parent : undefined
  if (parent === undefined) return undefined
  const labels =
    parent === rootRegistry
      ? await readLabels(chain, [reverseKey(domain)])
      : await readLabels(chain, [reverseKey(domain, parent), reverseKey(parent)])
  if (!labels || domainKey(labels) !== domain) return undefined
  const name = `${labels.join('.')}.sns`
  return form.test(name) ? name : undefined
}

async function readLabels(chain: ChainReading, keys: readonly string[]): Promise<string[] | undefined> {
  const found = await readAccounts(chain, keys)
  const labels = found.flatMap((account) => {
    const registry = account?.program === nameProgram ? readRegistry(account.data) : undefined
    const label = registry && registry.kind !== noKey ? readReverse(registry.data) : undefined
    return label === undefined ? [] : [label]
  })
  return labels.length === keys.length ? labels : undefined
}
