import { BaseError } from '@latchkey/kernel/plugin'
import type { PolkadotNetwork } from '../../networks.js'
import { knownPeople } from './knownPeople.js'

/**
 * The chain that keeps the identities of a network's accounts: the same coin and the same form of addresses.
 *
 * @throws BaseError `POLKADOT_OPTIONS_INVALID` when the host described none
 */
export function peopleOf({
  id,
  people,
  name,
  ss58Prefix,
  nativeCurrency,
}: PolkadotNetwork): PolkadotNetwork | undefined {
  if (!people) return undefined
  const { genesisHash, rpcUrls } = (people === true ? knownPeople.get(id) : people) ?? {}
  const isKnown = genesisHash !== undefined && /^0x[0-9a-f]{64}$/.test(genesisHash)
  if (!isKnown || !rpcUrls?.length || !rpcUrls.every((url) => /^wss?:\/\/./.test(url))) {
    throw new BaseError(
      `polkadot() cannot use "people" of ${name}: it must have a "genesisHash" of 32 bytes and ws(s) "rpcUrls".`,
      { code: 'POLKADOT_OPTIONS_INVALID', parameters: { name } },
    )
  }
  return {
    id: `polkadot:${genesisHash.slice(2, 34)}`,
    namespace: 'polkadot',
    name: `The People chain of ${name}`,
    genesisHash,
    ss58Prefix,
    nativeCurrency,
    rpcUrls,
  }
}
