// What an app asks about the smart account, on networks with and without bundlers.
import { privateKeyToAddress, generatePrivateKey } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { createHandlers, type FrameParts } from './createHandlers.js'
import { deriveSmartAccount } from './evm/smart/deriveSmartAccount.js'

const [evm, owner] = [privateKeyToAddress(generatePrivateKey()), privateKeyToAddress(generatePrivateKey())]
const smart = deriveSmartAccount(owner).address
const context = { signal: new AbortController().signal } as never

function setUp(network: string, bundlers: FrameParts['bundlers']) {
  let kind: string | undefined
  const storage = {
    readNetwork: () => network,
    readAccountType: () => kind,
    writeAccountType(chosen: string) {
      kind = chosen
    },
  }
  const takeTypedCode = () => false
  const wallets = {
    takeTypedCode,
    addresses: async () => ({ evm, solana: '' }),
    smartOwner: async () => owner,
  }
  const session = { person: () => 'ada', read: async () => ({ email: null, userName: null, provider: null }) }
  const parts = { appOrigin: 'https://app.example.com', storage, wallets, session, bundlers }
  return createHandlers(parts as unknown as FrameParts)
}

describe.each([
  ['no bundler is named', 'eip155:10', {}],
  ['bundlers are named for another network', 'eip155:10', { 'eip155:1': ['https://bundler.example.com'] }],
  [
    'the network is one of Solana',
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    { 'eip155:1': ['https://b.example.com'] },
  ],
])('where %s', (_, network, bundlers) => {
  test('there is no smart account to set up or to prefer', async () => {
    const handlers = setUp(network, bundlers)
    await expect(handlers.initSmartAccount?.(undefined, context)).rejects.toMatchObject({
      code: 'not_available',
      message: 'There are no smart accounts on this network.',
    })
    const preferred = handlers.setPreferredAccount?.({ type: 'smartAccount' }, context)
    await expect(preferred).rejects.toMatchObject({ code: 'not_available' })
  })
})

test('where bundlers are named, it is told before it is deployed, and preferred until the person says otherwise', async () => {
  const handlers = setUp('eip155:10', { 'eip155:10': ['https://bundler.example.com'] })
  expect(await handlers.initSmartAccount?.(undefined, context)).toEqual({ address: smart, isDeployed: false })
  expect(await handlers.getUser?.({}, context)).toMatchObject({
    address: smart,
    accounts: [
      { address: smart, type: 'smartAccount' },
      { address: evm, type: 'eoa' },
    ],
    smartAccountDeployed: false,
    preferredAccountType: 'smartAccount',
  })
  expect(await handlers.setPreferredAccount?.({ type: 'eoa' }, context)).toEqual({
    type: 'eoa',
    address: evm,
  })
  expect(await handlers.getUser?.({}, context)).toMatchObject({ address: evm, preferredAccountType: 'eoa' })
})
