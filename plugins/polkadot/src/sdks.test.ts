// The lines of docs/sdks.md, from a connection to the libraries that apps use, with a wallet's real keys and a local node.
import { type PolkadotStack, startPolkadot } from '@latchkey/devstack/polkadot'
import { createKernel, type Kernel, memoryStorage } from '@latchkey/kernel'
import { Connector } from '@latchkey/kernel/plugin'
import { Session, Wallets } from '@latchkey/kernel/wallet'
import { createPolkadotTestWallet } from '@latchkey/testkit/polkadot'
import { getPolkadotSignerFromPjs } from '@polkadot-api/pjs-signer'
import { ApiPromise, WsProvider } from '@polkadot/api'
import { signatureVerify } from '@polkadot/util-crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { definePolkadotNetwork, PolkadotProvider, polkadot } from './index.js'
import { createPapiSigner } from './lazy/createPapiSigner.js'
import { createAccountSigner } from './react/createAccountSigner.js'

let stack: PolkadotStack
let kernel: Kernel
beforeAll(async () => {
  stack = await startPolkadot()
  vi.stubGlobal('window', new EventTarget())
  createPolkadotTestWallet().inject()
  const network = definePolkadotNetwork({
    name: 'Local',
    genesisHash: stack.genesisHash,
    rpcUrls: [stack.url],
    nativeCurrency: { name: 'Rococo', symbol: stack.symbol, decimals: stack.decimals },
    ss58Prefix: stack.ss58Prefix,
  })
  kernel = createKernel([polkadot({ networks: [network] })], { storage: memoryStorage(), logLevel: 'silent' })
  await kernel.start()
  const [connector] = kernel.list(Connector)
  await kernel.get(Session).connect({ connectorId: connector!.id })
}, 120_000)
afterAll(async () => {
  await kernel?.dispose()
  await stack?.stop()
  vi.unstubAllGlobals()
})

function signerOf() {
  const wallet = kernel.get(Wallets).active('polkadot')
  const injected = wallet?.provider(PolkadotProvider)?.signer
  if (!wallet || !injected) throw new Error('Connect a Polkadot wallet.')
  return { address: wallet.account.address, injected }
}

it('polkadot-api signs bytes that verify against the account', async () => {
  const { address, injected } = signerOf()
  const { signPayload, signRaw } = injected
  if (!signPayload || !signRaw) throw new Error('The wallet signs nothing.')
  const signer = getPolkadotSignerFromPjs(
    address,
    (payload) => signPayload.call(injected, payload),
    (raw) => signRaw.call(injected, raw),
  )
  const signature = await signer.signBytes(new TextEncoder().encode('Sign me in'))
  expect(signatureVerify('<Bytes>Sign me in</Bytes>', signature, address).isValid).toBe(true)
  expect(signatureVerify('<Bytes>Sign him in</Bytes>', signature, address).isValid).toBe(false)
})

it('@polkadot/api sends a transaction that the node takes', async () => {
  const { address, injected } = signerOf()
  const api = await ApiPromise.create({ provider: new WsProvider(stack.url) as never, noInitWarn: true })
  try {
    const before = await api.rpc.system.accountNextIndex(address)
    const remark = api.tx['system']?.['remark']?.('0x00')
    await remark?.signAndSend(address, { signer: injected as never })
    await vi.waitFor(
      async () =>
        expect((await api.rpc.system.accountNextIndex(address)).toNumber()).toBe(before.toNumber() + 1),
      { timeout: 30_000 },
    )
  } finally {
    await api.disconnect()
  }
})

it('lets nothing be signed by a signer of a wallet that has left', async () => {
  const wallet = kernel.get(Wallets).active('polkadot')!
  const { address, injected } = signerOf()
  const [papi, account] = [createPapiSigner(wallet), createAccountSigner(wallet)!]
  const { accounts } = wallet.provider(PolkadotProvider)!
  const raw = { address, data: '0x00', type: 'bytes' } as const
  expect(await papi.signBytes(new Uint8Array(1))).toHaveLength(64)
  await kernel.get(Session).disconnect()
  const left = { code: 'CONNECTION_NOT_FOUND' }
  await expect(papi.signBytes(new Uint8Array(1))).rejects.toMatchObject(left)
  await expect(account.signRaw!(raw)).rejects.toMatchObject(left)
  await expect(injected.signRaw!(raw)).rejects.toMatchObject(left)
  await expect(accounts.get()).rejects.toMatchObject(left)
})
