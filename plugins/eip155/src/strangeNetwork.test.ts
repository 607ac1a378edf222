// A wallet that moves to a network that the app doesn't know: what is shown, and what is offered.
import { createKernel } from '@latchkey/kernel'
import { Balance, Send } from '@latchkey/kernel/contracts'
import { Networks, Session, Wallets } from '@latchkey/kernel/wallet'
import { fakeClock, fakeStorage } from '@latchkey/kernel/testing'
import { afterEach, expect, it, vi } from 'vitest'
import type { WalletLife } from '../../../kernel/test/walletLives.js'
import { createLivingProvider, livingAddresses, livingChain } from '../test/livingProvider.js'
import { announcedId } from './discover/announcedId.js'
import { eip155 } from './eip155.js'

const info = { uuid: '350670db-19fa-4704-a166-e52e178b59d2', name: 'Living', icon: '', rdns: 'dev.living' }
afterEach(() => vi.unstubAllGlobals())

it('shows it as unsupported, keeps the account, reads and sends nothing there, and comes back by a switch', async () => {
  vi.stubGlobal('window', new EventTarget())
  const life: WalletLife = {
    isLocked: false,
    isShared: true,
    accounts: [livingAddresses[0]],
    network: 'eip155:1',
  }
  const { wallet, provider } = createLivingProvider(life, announcedId(info), () => {})
  window.addEventListener('eip6963:requestProvider', () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    ),
  )
  const kernel = createKernel([eip155({ networks: [livingChain(1), livingChain(10)], injected: false })], {
    storage: fakeStorage(),
    clock: fakeClock(),
    logLevel: 'silent',
  })
  await kernel.start()
  await kernel.get(Session).connect({ connectorId: wallet.connectorId })
  const [networks, wallets] = [kernel.get(Networks), kernel.get(Wallets)]
  expect(networks.active()?.status).toBe('supported')

  life.network = 'eip155:77'
  wallet.tell('network', 'once')
  expect(networks.active()).toEqual({ status: 'unsupported', id: 'eip155:77' })
  expect(kernel.get(Session).activeAccount('eip155')?.address).toBe(livingAddresses[0])
  expect(wallets.active('eip155')?.network).toBeUndefined()
  const [account, active] = [livingAddresses[0], wallets.active('eip155')]
  const request = { networkId: 'eip155:77', address: account } as const
  const refusal = { code: 'NETWORK_NOT_FOUND' }
  await expect(active?.use(Balance)?.native(request)).rejects.toMatchObject(refusal)
  const methods: string[] = []
  wallet.asked = (method) => void methods.push(method)
  const amount = { value: 1n, decimals: 18 }
  const send = { ...request, from: account, to: livingAddresses[1], amount } as never
  await expect(active?.use(Send)?.prepare(send)).rejects.toMatchObject(refusal)
  expect(methods).toEqual([])

  await networks.switch('eip155:10')
  expect(networks.active()?.id).toBe('eip155:10')
  await kernel.dispose()
})
