// Whoever changes what the frame keeps of the smart account's owner gets no signature of whatever kind.
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, test, vi } from 'vitest'
import { createHandlers, type FrameParts } from './createHandlers.js'
import { deriveSmartAccount } from './evm/smart/deriveSmartAccount.js'

test.each([
  ['personal_sign', (address: string) => ['Hello', address]],
  [
    'eth_signTypedData_v4',
    (address: string) => [
      address,
      {
        types: { Order: [{ name: 'item', type: 'string' }] },
        primaryType: 'Order',
        domain: {},
        message: { item: 'Shoes' },
      },
    ],
  ],
])('%s gives no signature by a key that isn’t the owner’s', async (method, params) => {
  const owner = privateKeyToAddress(generatePrivateKey())
  const { address } = deriveSmartAccount(owner)
  const rpcUrl = 'http://127.0.0.1:9'
  // Without it, the signature would be answered as that of an account that is deployed.
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) =>
    Response.json({ jsonrpc: '2.0', id: JSON.parse(String(init?.body)).id, result: '0x60' }),
  )
  const ask = vi.fn(async () => '')
  const approvals = { readApproved: () => false, writeApproved: () => undefined }
  const parts = {
    appOrigin: 'https://app.example.com',
    session: { person: () => 'ada' },
    screen: { ask },
    storage: {
      readAccountType: () => undefined,
      callsOf: () => ({}),
      permissionsOf: () => ({}),
      ...approvals,
    },
    wallets: {
      takeTypedCode: () => false,
      addresses: async () => ({ evm: privateKeyToAddress(generatePrivateKey()), solana: '' }),
      smartOwner: async () => owner,
      keys: async () => ({ smartOwner: generatePrivateKey() }),
    },
    bundlers: { 'eip155:31337': ['http://127.0.0.1:9'] },
  }
  const { rpcRequest } = createHandlers(parts as unknown as FrameParts)
  const asked = rpcRequest?.({ networkId: 'eip155:31337', method, params: params(address), rpcUrl }, {
    signal: new AbortController().signal,
  } as never)
  await expect(asked).rejects.toMatchObject({ code: 'failed', message: 'The account has another owner.' })
  expect(ask).toHaveBeenCalledTimes(1)
})
