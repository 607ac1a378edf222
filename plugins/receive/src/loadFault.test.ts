import { createKernel, memoryStorage } from '@latchkey/kernel'
import { Feature } from '@latchkey/kernel/plugin'
import { Navigation } from '@latchkey/kernel/wallet'
import { fakeAccount } from '@latchkey/kernel/testing'
import { eip155 } from '@latchkey/plugin-eip155'
import { afterEach, expect, it, vi } from 'vitest'
import { Receive, receive } from './index.js'

const alice = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const chain = {
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
}

let dispose: (() => Promise<void>) | undefined
afterEach(async () => {
  await dispose?.()
  vi.doUnmock('./lazy/answers.js')
  vi.resetModules()
})

function open() {
  const chains = eip155({ networks: [chain], discovery: false, injected: false })
  const kernel = createKernel([chains, receive()], { storage: memoryStorage(), logLevel: 'silent' })
  dispose = () => kernel.dispose()
  return kernel
}

it('is said to be missing where it cannot be loaded, and is loaded by the next call', async () => {
  const service = open().get(Receive)
  const asked = { account: fakeAccount('eip155:1', alice), networkId: 'eip155:1' } as const
  vi.doMock('./lazy/answers.js', () => Promise.reject(new Error('offline')))
  await expect(service.link(asked)).rejects.toMatchObject({
    code: 'LOAD_FAILED',
    shortMessage: 'The code for receiving could not be loaded. Check the connection and try again.',
  })
  vi.doUnmock('./lazy/answers.js')
  expect(await service.link(asked)).toEqual({ address: alice })
})

it('may be missing while the view opens', async () => {
  const kernel = open()
  vi.doMock('./lazy/answers.js', () => Promise.reject(new Error('offline')))
  const navigation = kernel.get(Navigation)
  const detach = navigation.attach((name) => name === 'WalletReceive')
  kernel.list(Feature)[0]?.open()
  await vi.waitFor(() => expect(navigation.state.entries).toHaveLength(1))
  detach()
})
