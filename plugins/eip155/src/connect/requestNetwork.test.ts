import type { NetworkId } from '@latchkey/kernel/plugin'
import { expect, it } from 'vitest'
import { readNetworks } from '../networks.js'
import { requestNetwork } from './requestNetwork.js'

const switching = 'wallet_switchEthereumChain'
const adding = 'wallet_addEthereumChain'
const networks = readNetworks([
  {
    id: 10,
    name: 'Chain 10',
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
    rpcUrls: { default: { http: ['https://rpc.example'] } },
  },
])
const unknownChain = { code: 4902, message: 'Unrecognized chain ID "0xa".' }

/** A wallet elsewhere that allows some methods, and knows the network once it was added. */
async function run(options: {
  readonly allows: readonly string[]
  readonly isThere?: boolean
  readonly knows?: boolean
  readonly networkId?: NetworkId
}) {
  const asked: string[] = []
  let isKnown = options.knows ?? false
  await requestNetwork(networks, {
    networkId: options.networkId ?? 'eip155:10',
    wallet: 'Wallet',
    allows: (method) => options.allows.includes(method),
    async ask({ method }) {
      asked.push(method)
      if (method === adding) isKnown = true
      else if (!isKnown) throw unknownChain
      return null
    },
    isThere: async () => options.isThere ?? false,
  })
  return asked
}

it.each([
  ['that knows the network to switch', { allows: [switching, adding], knows: true }, [switching]],
  [
    'that does not know it to add it, and then to switch',
    { allows: [switching, adding] },
    [switching, adding, switching],
  ],
  [
    'no second time when adding brought it there',
    { allows: [switching, adding], isThere: true },
    [switching, adding],
  ],
  ['that may only add to add it', { allows: [adding], knows: true }, [adding]],
])('asks a wallet %s', async (_, options, expected) => {
  expect(await run(options)).toEqual(expected)
})

it.each<[string, Parameters<typeof run>[0], string, string]>([
  [
    'the wallet may not be told of it',
    { allows: [switching] },
    'Chain 10',
    'The wallet did not allow this app to use wallet_addEthereumChain.',
  ],
  [
    'the app does not list it',
    { allows: [switching, adding], networkId: 'eip155:11' },
    '0xb',
    'Wallets accept only https endpoints, and the chain lists none in rpcUrls.default.http.',
  ],
  [
    'it is none of EVM',
    { allows: [switching, adding], networkId: 'eip155:nowhere' },
    'eip155:nowhere',
    'It is no EVM network.',
  ],
])('says that a network cannot be added when %s', async (_, options, network, why) => {
  await expect(run(options)).rejects.toMatchObject({
    code: 'NETWORK_NOT_ADDABLE',
    shortMessage: `Wallet does not know ${network}. Add the network in the wallet first.`,
    metaMessages: [why],
  })
})
