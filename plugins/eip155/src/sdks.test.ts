// The one-liners of docs/sdks.md, over a real wallet on a real chain.
import { setMaxListeners } from 'node:events'
import { type EvmStack, startEvm } from '../../../devstack/src/evm/index.js'
import { Session, Wallets } from '@latchkey/kernel/wallet'
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { createEvmTestWallet } from '../../../testkit/src/evm/index.js'
import { BrowserProvider, verifyMessage as verifyWithEthers } from 'ethers'
import { type BaseError, createWalletClient, custom, getAddress, verifyMessage } from 'viem'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { announcedId } from './discover/announcedId.js'
import { eip155 } from './eip155.js'
import { Eip155Provider } from './provider.js'

let stack: EvmStack
const stops: (() => unknown)[] = []
beforeAll(async () => {
  stack = await startEvm()
  const page = new EventTarget()
  setMaxListeners(0, page)
  vi.stubGlobal('window', page)
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await stack?.stop()
})

async function connected() {
  const wallet = createEvmTestWallet({
    chains: [{ chainId: stack.chainId, rpcUrl: stack.url }],
    accounts: stack.accounts.slice(0, 1).map(({ privateKey }) => privateKey),
  })
  const kernel = createKernel([eip155({ networks: [stack.chain] })], {
    storage: memoryStorage(),
    logLevel: 'silent',
    onPluginError: 'throw',
  })
  stops.push(wallet.announce(), () => kernel.dispose())
  await kernel.start()
  await kernel.get(Session).connect({ connectorId: announcedId(wallet.info) })
  const active = kernel.get(Wallets).active('eip155')
  const provider = active?.provider(Eip155Provider)
  if (!active || !provider) throw new Error('Nothing is connected.')
  return { address: active.account.address, provider, disconnect: () => kernel.get(Session).disconnect() }
}

const to = '0x000000000000000000000000000000000000c0de'

it('gives ethers a signer', async () => {
  const { address, provider } = await connected()
  const signer = await new BrowserProvider(provider).getSigner(address)
  expect(verifyWithEthers('Hello', await signer.signMessage('Hello'))).toBe(address)
  const sent = await signer.sendTransaction({ to, value: 5n })
  await sent.wait()
  expect(await stack.client.getBalance({ address: to })).toBe(5n)
})

it('gives viem a wallet client', async () => {
  const { address, provider } = await connected()
  const account = getAddress(address)
  const { id, name, nativeCurrency, rpcUrls } = stack.chain
  const chain = { id, name, nativeCurrency, rpcUrls }
  const client = createWalletClient({ account, chain, transport: custom(provider) })
  const signature = await client.signMessage({ message: 'Hello' })
  expect(await verifyMessage({ address: account, message: 'Hello', signature })).toBe(true)
  const hash = await client.sendTransaction({ to, value: 6n })
  expect((await stack.client.waitForTransactionReceipt({ hash })).status).toBe('success')
})

it('lets nothing sign that ethers or viem made of the wallet once it has left', async () => {
  const { address, provider, disconnect } = await connected()
  const account = getAddress(address)
  const signer = await new BrowserProvider(provider).getSigner(address)
  const client = createWalletClient({ account, chain: stack.chain, transport: custom(provider) })
  expect(await signer.signMessage('Hello')).toBe(await client.signMessage({ message: 'Hello' }))
  await disconnect()
  const left = { code: 'CONNECTION_NOT_FOUND' }
  const ofEthers = await signer.signMessage('Hello').catch((error: unknown) => error)
  expect(ofEthers).toMatchObject({ error: left })
  const ofViem = await client.signMessage({ message: 'Hello' }).catch((error: unknown) => error)
  expect(
    (ofViem as BaseError).walk((error) => (error as { code?: unknown }).code === left.code),
  ).not.toBeNull()
  await expect(client.sendTransaction({ to, value: 1n })).rejects.toThrow('not connected here any more')
})
