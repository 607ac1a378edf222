import { fakeClock } from '@latchkey/kernel/testing'
import type { WalletAccess } from '@latchkey/plugin-eip155'
import { afterEach, expect, it, vi } from 'vitest'
import { createBaseWallet } from './createBaseWallet.js'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['all', 'smartAccount', 'Base Account'],
  ['smartWalletOnly', 'smartAccount', 'Base Account'],
  ['eoaOnly', 'eoa', 'Coinbase Wallet'],
] as const)('with "%s", an account counts as %s', async (preference, kind, name) => {
  // The SDK keeps its version there as soon as it is made.
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  const asked: WalletAccess[] = []
  const wallet = createBaseWallet({
    preference,
    featured: false,
    keysUrl: 'http://127.0.0.1:1/connect',
    app: { metadata: () => ({ name: 'Shop', description: '', url: 'https://shop.example', icons: [] }) },
    clock: fakeClock(),
    connections: {
      prepare: () => Promise.resolve(),
      connect: () => Promise.reject(new Error('Not asked for.')),
      async restore(access) {
        asked.push(access)
        return undefined
      },
      listen: () => undefined,
    },
  })
  await wallet.restore({
    namespaces: ['eip155'],
    networkIds: ['eip155:8453'],
    signal: new AbortController().signal,
    onChange: () => undefined,
  })
  expect(asked).toMatchObject([{ kind, name }])
})
