// A wallet whose account is bound to a chain that the app doesn't know: what is shown, and what is offered.
import { createKernel } from '@latchkey/kernel'
import { Session, Wallets } from '@latchkey/kernel/wallet'
import { fakeClock, fakeStorage } from '@latchkey/kernel/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { polkadot, polkadotAssetHub } from './index.js'
import { encodeSs58 } from './ss58.js'

const address = encodeSs58(new Uint8Array(32).fill(1), polkadotAssetHub.ss58Prefix)
const other = encodeSs58(new Uint8Array(32).fill(2), polkadotAssetHub.ss58Prefix)
const strange = `0x${'7'.repeat(64)}`
afterEach(() => vi.unstubAllGlobals())

it('leaves the account out, says why where it has no other, and shows one that every chain may use', async () => {
  const window = Object.assign(new EventTarget(), { injectedWeb3: {} })
  vi.stubGlobal('window', window)
  let list: readonly object[] = [{ address, type: 'sr25519', genesisHash: strange }]
  const listeners = new Set<(told: unknown) => void>()
  const accounts = {
    get: async () => list,
    subscribe(listener: (told: unknown) => void) {
      listeners.add(listener)
      listener(list)
      return () => listeners.delete(listener)
    },
  }
  Object.assign(window.injectedWeb3, { living: { enable: async () => ({ accounts, signer: {} }) } })
  const kernel = createKernel([polkadot({ networks: [polkadotAssetHub] })], {
    storage: fakeStorage(),
    clock: fakeClock(),
    logLevel: 'silent',
  })
  await kernel.start()
  const session = kernel.get(Session)
  const connect = () => session.connect({ connectorId: 'polkadot.injected.living' })
  await expect(connect()).rejects.toMatchObject({
    code: 'WALLET_NO_ACCOUNTS',
    parameters: { network: polkadotAssetHub.name },
  })
  expect(kernel.get(Wallets).active('polkadot')).toBeUndefined()

  list = [...list, { address: other, type: 'sr25519' }]
  await connect()
  const shown = () => session.activeConnection('polkadot')?.accounts.map((account) => account.address)
  expect(shown()).toEqual([other])

  // The person binds the account that was shown to the chain that the app doesn't know, and frees the other.
  list = [
    { address, type: 'sr25519' },
    { address: other, type: 'sr25519', genesisHash: strange },
  ]
  for (const listener of listeners) listener(list)
  await vi.waitFor(() => expect(shown()).toEqual([address]))
  await kernel.dispose()
})
