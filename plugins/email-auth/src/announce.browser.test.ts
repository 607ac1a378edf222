// The wallet as a dapp meets it that knows EIP-6963 and EIP-1193 only.
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { Connector } from '@latchkey/kernel/plugin'
import { Navigation, Session } from '@latchkey/kernel/wallet'
import { eip155 } from '../../eip155/src/index.js'
import { afterEach, expect, it, vi } from 'vitest'
import { chainOf, frameUrl } from '../test/offlineApp.js'
import { EmailAuth, type EmailAuthOptions, emailAuth, emailAuthId } from './index.js'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

let dispose: (() => Promise<void>) | undefined
afterEach(async () => {
  await dispose?.()
  dispose = undefined
})

interface Announced {
  readonly info: {
    readonly uuid: string
    readonly rdns: string
    readonly name: string
    readonly icon: string
  }
  readonly provider: {
    request(request: { method: string; params?: unknown }): Promise<unknown>
    on(event: string, listener: (payload: unknown) => void): void
  }
}

/** Asks the page for its wallets, as a dapp's library does. */
function discover(): Announced[] {
  const found = new Map<string, Announced>()
  const hear = (event: Event) => {
    const announced = (event as CustomEvent<Announced>).detail
    found.set(announced.info.uuid, announced)
  }
  window.addEventListener('eip6963:announceProvider', hear)
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  window.removeEventListener('eip6963:announceProvider', hear)
  return [...found.values()]
}

async function start(options: Partial<EmailAuthOptions> = {}) {
  const kernel = createKernel(
    [eip155({ networks: [chainOf(10)], injected: false }), emailAuth({ frameUrl, ...options })],
    { storage: memoryStorage(), logLevel: 'silent' },
  )
  dispose = () => kernel.dispose()
  kernel.get(Navigation).attach(() => true)
  await kernel.start()
  const [auth, session] = [kernel.get(EmailAuth), kernel.get(Session)]
  return {
    kernel,
    session,
    navigation: kernel.get(Navigation),
    async logIn(email: string) {
      await auth.connectEmail(email)
      await auth.connectOtp('123456')
      await session.connect({ connectorId: emailAuthId })
    },
  }
}

const failure = (request: Promise<unknown>) =>
  request.then(
    () => undefined,
    (error: { name: string; code: number; message: string }) => error,
  )

it('is not announced unless the host asks for it', async () => {
  await start()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(discover()).toEqual([])
})

it('is announced from the start, opens the login when accounts are asked for, and has the numbers of EIP-1193', async () => {
  const { kernel, session, navigation, logIn } = await start({ announce: true })
  await vi.waitFor(() => expect(discover()).toHaveLength(1))
  const [{ info, provider }] = discover() as [Announced]
  expect(info).toMatchObject({ name: 'Email wallet', rdns: 'dev.latchkey.email' })
  expect(info.icon).toMatch(/^data:image\/svg\+xml,[^\s"'<>]+$/)
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
  expect(await provider.request({ method: 'eth_chainId' })).toBe('0xa')
  const sign = { method: 'personal_sign', params: ['0x00', address] }
  expect(await failure(provider.request(sign))).toMatchObject({ name: 'ProviderRpcError', code: 4100 })

  // Closed without a login.
  const closed = failure(provider.request({ method: 'eth_requestAccounts' }))
  await vi.waitFor(() => expect(navigation.state.entries.at(-1)?.name).toBe('Connect'))
  navigation.close()
  expect(await closed).toMatchObject({ code: 4001 })

  const heard: [string, unknown][] = []
  for (const event of ['connect', 'accountsChanged', 'disconnect'])
    provider.on(event, (payload) => heard.push([event, payload]))
  const accounts = provider.request({ method: 'eth_requestAccounts' })
  await logIn('decliner@example.com')
  expect(await accounts).toEqual([address.toLowerCase()])
  await vi.waitFor(() =>
    expect(heard).toEqual([
      ['connect', { chainId: '0xa' }],
      ['accountsChanged', [address.toLowerCase()]],
    ]),
  )
  // Our own list has the email field for it, and no second entry.
  expect(kernel.list(Connector).map(({ id }) => id)).toEqual([emailAuthId])
  expect(await failure(provider.request(sign))).toMatchObject({ name: 'ProviderRpcError', code: 4001 })
  expect(await failure(provider.request({ method: 'eth_sign', params: [] }))).toMatchObject({ code: 4200 })
  const elsewhere = { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x7a69' }] }
  expect(await failure(provider.request(elsewhere))).toMatchObject({ code: 4902 })

  heard.length = 0
  await session.disconnect()
  expect(heard).toEqual([
    ['accountsChanged', []],
    ['disconnect', expect.objectContaining({ code: 4900 })],
  ])
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
  await kernel.dispose()
  expect(discover()).toEqual([])
})
