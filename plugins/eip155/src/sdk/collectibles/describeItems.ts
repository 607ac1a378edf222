import type { OwnedCollectible } from '@latchkey/kernel/contracts'
import { type Abi, parseAbi } from 'viem'
import { toChecksumAddress } from '../../address.js'
import type { EvmClient } from '../../clients.js'
import { callAll } from '../callAll.js'
import { visibleText } from '../history/tokenFacts.js'
import { type AvatarOptions, safeAvatar } from '../safeAvatar.js'
import type { OwnedItem } from './keepOwned.js'
import { type ItemFacts, readItemFacts } from './readItemFacts.js'

const abi = parseAbi([
  'function tokenURI(uint256 id) view returns (string)',
  'function uri(uint256 id) view returns (string)',
  'function name() view returns (string)',
]) as Abi

/** Names and pictures. What a contract says is shown as plain text, and a picture only of hosts that the app lists. */
export async function describeItems(
  client: EvmClient,
  items: readonly OwnedItem[],
  options: AvatarOptions,
): Promise<readonly OwnedCollectible[]> {
  const contracts = [...new Set(items.map(({ address }) => address))]
  const [links, names] = await Promise.all([
    callAll(
      client,
      items.map(({ kind, address, id }) => {
        const functionName = kind === 'erc721' ? 'tokenURI' : 'uri'
        return { address, abi, functionName, args: [id] }
      }),
    ),
    callAll(
      client,
      contracts.map((address) => ({ address, abi, functionName: 'name' })),
    ),
  ])
  const collections = new Map(contracts.map((address, index) => [address, textOf(names[index])]))
  return Promise.all(
    items.map(async (item, index) => {
      const facts = await readItemFacts(textOf(links[index], 200_000), item.id, options)
      return toCollectible(item, facts, visibleText(collections.get(item.address) ?? ''), options)
    }),
  )
}

function textOf(result: { status: string; value?: unknown } | undefined, limit = 1_000): string {
  const value = result?.status === 'success' ? result.value : ''
  return typeof value === 'string' && value.length <= limit ? value : ''
}

function toCollectible(
  { address, id, count }: OwnedItem,
  facts: ItemFacts,
  collection: string,
  options: AvatarOptions,
): OwnedCollectible {
  const picture = facts.image === undefined ? undefined : safeAvatar(facts.image, options)
  const number = `#${id.toString().slice(0, 20)}`
  return {
    address: toChecksumAddress(address) ?? address,
    id: id.toString(),
    name: visibleText(facts.name ?? '') || (collection ? `${collection} ${number}` : number),
    ...(collection ? { collection } : {}),
    ...(picture === undefined ? {} : { picture }),
    count,
  }
}
