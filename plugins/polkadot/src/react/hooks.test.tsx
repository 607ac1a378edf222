// The hooks on a page, over an injected wallet with real keys.
import { createKernel, type Kernel, memoryStorage } from '@latchkey/kernel'
import { Connector, definePlugin } from '@latchkey/kernel/plugin'
import { Session } from '@latchkey/kernel/wallet'
import { fakeAccount, fakeWallet } from '@latchkey/kernel/testing'
import { createPolkadotTestWallet } from '@latchkey/testkit/polkadot'
import { useAccount } from '@latchkey/ui-react'
import { drawHook } from '@latchkey/ui-react/testing'
// Named here, too, so that the browser's server has made it ready before the hook asks for it.
import { getPolkadotSignerFromPjs } from '@polkadot-api/pjs-signer'
import { signatureVerify } from '@polkadot/util-crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { polkadot, polkadotAssetHub } from '../index.js'
import * as entry from './index.js'
import * as papi from './papi/index.js'
import { usePapiSigner } from './papi/usePapiSigner.js'
import { useInjectedSigner } from './useInjectedSigner.js'

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const useAll = () => ({
  injected: useInjectedSigner(),
  papi: usePapiSigner(),
  shown: useAccount({ namespace: 'polkadot' }).address,
})

const neverAsked = async (): Promise<never> => {
  throw new Error('Only its key is looked at.')
}

/** A wallet that shows accounts and signs nothing. */
const watching = fakeWallet({
  id: 'fake.watching',
  accounts: [fakeAccount(polkadotAssetHub.id, '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5')],
  networks: { polkadot: polkadotAssetHub.id },
  provider: () => ({ accounts: { get: async () => [] }, signer: {} }),
  answers: { connect: 'approve', disconnect: 'approve' },
})

async function drawn() {
  const wallet = createPolkadotTestWallet()
  stops.push(wallet.inject())
  const kernel = createKernel(
    [
      polkadot({ networks: [polkadotAssetHub] }),
      definePlugin({
        id: 'test.wallet',
        kernel: '^1.0.0',
        setup: (context) => void context.add(Connector, watching.connector),
      }),
    ],
    { storage: memoryStorage(), logLevel: 'silent' },
  )
  const { seen, now, unmount } = drawHook(kernel, useAll)
  stops.push(unmount, () => kernel.dispose())
  await kernel.start()
  await vi.waitFor(() => expect(kernel.list(Connector)).toHaveLength(2))
  await vi.waitFor(() => expect(seen.length).toBeGreaterThan(0))
  const until = (holds: (value: ReturnType<typeof useAll>) => void) => vi.waitFor(() => holds(now()), 20_000)
  return { kernel, wallet, seen, until, now }
}

const connect = (kernel: Kernel, watches = false) => {
  const found = kernel.list(Connector).find(({ id }) => (id === 'fake.watching') === watches)
  return kernel.get(Session).connect({ connectorId: found!.id })
}

it('exports these names and no others', () => {
  expect([...Object.keys(entry), ...Object.keys(papi)]).toEqual(['useInjectedSigner', 'usePapiSigner'])
})

it('are of no wallet before one is connected', async () => {
  const { now } = await drawn()
  const none = { status: 'disconnected', signer: undefined, error: undefined }
  expect(now()).toMatchObject({ injected: none, papi: none })
})

describe('useInjectedSigner', () => {
  it('signs for the connected account', async () => {
    const { kernel, now, until } = await drawn()
    await connect(kernel)
    await until(({ injected }) => expect(injected.status).toBe('success'))
    const { injected, shown } = now()
    expect(injected.signer?.address).toBe(shown)
    const answer = await injected.signer?.signRaw?.({
      address: shown!,
      data: '<Bytes>Hello</Bytes>',
      type: 'bytes',
    })
    expect(signatureVerify('<Bytes>Hello</Bytes>', answer!.signature, shown!).isValid).toBe(true)
  })

  it('has no method that the wallet lacks', async () => {
    const { kernel, now, until } = await drawn()
    await connect(kernel, true)
    await until(({ injected }) => expect(injected.status).toBe('success'))
    expect(Object.keys(now().injected.signer!)).toEqual(['address'])
  })
})

describe('usePapiSigner', () => {
  it('signs for the connected account', async () => {
    const { kernel, now, until } = await drawn()
    await connect(kernel)
    await until(({ papi }) => expect(papi.status).toBe('success'))
    const { papi, shown } = now()
    const made = getPolkadotSignerFromPjs(shown!, neverAsked, neverAsked)
    expect(papi.signer!.publicKey).toEqual(made.publicKey)
    const signature = await papi.signer!.signBytes(new TextEncoder().encode('Hello'))
    expect(signatureVerify('<Bytes>Hello</Bytes>', signature, shown!).isValid).toBe(true)
  })

  it('says that the wallet signs nothing', async () => {
    const { kernel, until } = await drawn()
    await connect(kernel, true)
    await until(({ papi }) => expect(papi.error?.code).toBe('CAPABILITY_REFUSED'))
  })
})

it('are never the signer of another account than the one that is shown', async () => {
  const { kernel, wallet, seen, until, now } = await drawn()
  await connect(kernel)
  await until(({ papi }) => expect(papi.status).toBe('success'))
  const before = now()
  const key = before.papi.signer!.publicKey
  wallet.control.switchAccount('5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty')
  await until(({ shown, papi }) => {
    expect(shown).not.toBe(before.shown)
    expect(papi.signer?.publicKey).toEqual(expect.any(Uint8Array))
  })
  expect(now().papi.signer!.publicKey).not.toEqual(key)
  await kernel.get(Session).disconnect()
  await until(({ papi }) => expect(papi.status).toBe('disconnected'))
  const mixed = seen.filter(({ injected, shown }) => injected.signer && injected.signer.address !== shown)
  expect(mixed).toEqual([])
})
