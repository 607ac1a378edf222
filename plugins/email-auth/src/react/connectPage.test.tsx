// What the Connect and Account views show of logins, over a real frame of another origin.
import { AccountRoute, ConnectRoute, Navigation, Session } from '@latchkey/kernel/wallet'
import { Connector, definePlugin } from '@latchkey/kernel/plugin'
import { fakeWallet } from '@latchkey/kernel/testing'
import { useAccount, useService, useSnapshot } from '@latchkey/ui-react'
import { useEffect } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { bip122, bitcoinMainnet } from '../../../bip122/src/index.js'
import { frameUrl, offlineEvm } from '../../test/offlineApp.js'
import { solana } from '../../../solana/src/index.js'
import { byTestId, findTestId, show, type Shown, type, until } from '../../../../ui-react/test/show.js'
import { EmailAuth } from '../EmailAuthService.js'
import { emailAuth } from './index.js'

const installed = [
  {
    id: `eip155:1:0x${'1'.repeat(40)}`,
    namespace: 'eip155',
    address: `0x${'1'.repeat(40)}`,
    kind: 'eoa',
  },
] as const

/** A wallet in the list, which isn't on this device. */
const listed = definePlugin({
  id: 'test.listed',
  kernel: '^1.0.0',
  setup(context) {
    const { connector } = fakeWallet({
      name: 'Listed',
      accounts: installed,
      networks: { eip155: 'eip155:1' },
    })
    context.add(Connector, { ...connector, id: 'listed', group: 'external', readiness: () => 'loadable' })
  },
})

let shown: Shown | undefined
afterEach(async () => {
  await shown?.unmount()
  shown = undefined
  vi.restoreAllMocks()
})

async function open(plugins: Parameters<typeof show>[0], props: Parameters<typeof show>[2] = {}) {
  shown = await show(plugins, [], props)
  const { kernel } = shown
  const navigation = kernel.get(Navigation)
  await until(() => expect(navigation.draws('Connect')).toBe(true))
  navigation.open(ConnectRoute)
  await until(() => expect(document.querySelector('[data-view="Connect"]')).not.toBeNull())
  return { kernel, navigation, session: kernel.get(Session) }
}

/** What the view is made of, from the top. */
const parts = () =>
  [
    ...document.querySelectorAll<HTMLElement>(
      '[data-testid="lk-email-form"], [data-testid="lk-socials"], [data-testid="lk-separator"], [data-testid^="wallet-selector-"]',
    ),
  ].map(({ dataset }) => (dataset['testid'] ?? '').replace(/^(?:lk-|wallet-selector-)/, ''))

const socials = ['google', 'github'] as const

describe('the Connect view', () => {
  it('has email alone, one word, and the wallets, where the app lists no social login', async () => {
    await open([offlineEvm(1), listed, emailAuth({ frameUrl })])
    await findTestId('lk-email')
    expect(parts()).toEqual(['email-form', 'separator', 'listed'])
    expect(byTestId('lk-socials')).toBeNull()
  })

  it.each([
    ['nothing between email and social', undefined, ['email-form', 'socials', 'separator', 'listed']],
    ['one word between', ['wallet'], ['listed', 'separator', 'email-form', 'socials']],
    [
      'two words between',
      ['email', 'wallet', 'social'],
      ['email-form', 'separator', 'listed', 'separator', 'socials'],
    ],
  ])('has %s', async (_, methodsOrder, expected) => {
    await open(
      [offlineEvm(1), listed, emailAuth({ frameUrl, socials })],
      methodsOrder ? { connect: { methodsOrder } } : {},
    )
    await findTestId('lk-email')
    await findTestId('lk-socials')
    expect(parts()).toEqual(expected)
  })

  it.each([
    ['Bitcoin alone', () => bip122({ networks: [bitcoinMainnet] }), {}],
    [
      'no network that the wallet works on',
      () => offlineEvm(1),
      { networks: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] as const },
    ],
  ])('hides every login in an app of %s', async (_, chain, options) => {
    await open([chain(), listed, emailAuth({ frameUrl, socials, passkey: true, ...options })])
    await until(() => expect(document.querySelector('.lk-choices')).not.toBeNull())
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    expect(parts().filter((part) => part !== 'listed')).toEqual([])
  })

  it('shows logins in an app of Solana alone', async () => {
    await open([solana(), emailAuth({ frameUrl, socials })])
    await findTestId('lk-email')
    await findTestId('lk-socials')
  })
})

describe('a person without a wallet', () => {
  it('is led from the guide to the logins, without wallets, and from there to wallets to install', async () => {
    const { session, navigation } = await open([offlineEvm(1), listed, emailAuth({ frameUrl, socials })])
    ;(await findTestId('lk-header-help')).click()
    ;(await findTestId('lk-get-wallet')).click()
    await findTestId('lk-socials')
    await findTestId('lk-email')
    expect(navigation.state.entries.at(-1)?.name).toBe('Create')
    expect(parts()).toEqual(['email-form', 'socials'])
    ;(await findTestId('lk-create-instead')).click()
    await until(() => expect(navigation.state.entries.at(-1)?.name).toBe('GetWallet'))
    navigation.back()
    // An address that needs no code is in at once, and nothing is left open.
    type(await findTestId('lk-email'), 'known@example.com')
    ;(await findTestId('lk-email-submit')).click()
    await until(() => expect(session.state.connections).toHaveLength(1))
    await until(() => expect(navigation.state.open).toBe(false))
  })

  it('is led to wallets to install where the app lists no login', async () => {
    const { navigation } = await open([offlineEvm(1)])
    ;(await findTestId('lk-header-help')).click()
    ;(await findTestId('lk-get-wallet')).click()
    await until(() => expect(navigation.state.entries.at(-1)?.name).toBe('GetWallet'))
  })
})

describe('the email field', () => {
  it.each([
    ['abc', false],
    ['   a', false],
    ['abcd', true],
  ])('%j can be submitted: %s', async (typed, can) => {
    await open([offlineEvm(1), emailAuth({ frameUrl })])
    type(await findTestId('lk-email'), typed)
    if (can) await findTestId('lk-email-submit')
    expect(byTestId('lk-email-submit') !== null).toBe(can)
  })

  it('says what is no address, waits visibly, and goes on to the code or the account', async () => {
    const { navigation } = await open([offlineEvm(1), emailAuth({ frameUrl })])
    const enter = async (email: string) => {
      type(await findTestId('lk-email'), email)
      const submit = await findTestId('lk-email-submit')
      submit.click()
      return submit
    }
    await enter('nobody')
    await until(() => expect(document.querySelector('dialog')?.textContent).toContain('Invalid email'))
    type(await findTestId('lk-email'), 'person@example.com')
    expect(document.querySelector('dialog')?.textContent).not.toContain('Invalid email')
    const submit = await enter('person@example.com')
    await until(() => expect(submit.getAttribute('aria-busy')).toBe('true'))
    await findTestId('lk-email-code')
    expect(navigation.state.entries.map(({ name }) => name)).toEqual(['Connect', 'EmailVerifyOtp'])
    await shown?.unmount()

    const second = await open([offlineEvm(1), emailAuth({ frameUrl })])
    await enter('known@example.com')
    await until(() => expect(second.session.state.connections).toHaveLength(1))
  })

  it('connects on a network that the wallet works on, when the app’s own is none of those', async () => {
    const { session } = await open([offlineEvm(5, 1), emailAuth({ frameUrl, networks: ['eip155:1'] })])
    type(await findTestId('lk-email'), 'known@example.com')
    ;(await findTestId('lk-email-submit')).click()
    await until(() => expect(session.state.connections).toHaveLength(1))
    expect(session.state.connections[0]?.networks).toEqual({ eip155: 'eip155:1' })
  })
})

describe('the row of the login', () => {
  async function logIn(email: string) {
    const opened = await open([offlineEvm(1), emailAuth({ frameUrl, socials })])
    type(await findTestId('lk-email'), email)
    ;(await findTestId('lk-email-submit')).click()
    await until(() => expect(opened.session.state.connections).toHaveLength(1))
    await until(() => expect(opened.navigation.state.open).toBe(false))
    opened.navigation.open(AccountRoute)
    return opened
  }

  it('names the email address, cut where it is long, and leads to its account', async () => {
    const { navigation } = await logIn(`known.${'a'.repeat(40)}@example.com`)
    const row = await findTestId('lk-email-account-row')
    expect(row.textContent).toMatch(/known\.a{20,24}…/)
    row.click()
    await findTestId('lk-email-logged-in')
    expect(navigation.state.entries.at(-1)?.name).toBe('EmailAccount')
  })

  it('is not shown for another wallet', async () => {
    shown = await show([offlineEvm(1), emailAuth({ frameUrl })], installed)
    shown.kernel.get(Navigation).open(AccountRoute)
    await until(() => expect(document.querySelector('[data-view="Account"]')).not.toBeNull())
    await findTestId('lk-network-row')
    expect(byTestId('lk-email-account-row')).toBeNull()
  })
})

function Probe({ seen }: { readonly seen: unknown[] }) {
  const { status, address } = useAccount()
  const other = useAccount({ namespace: 'solana' })
  const { user } = useSnapshot(useService(EmailAuth).state)
  useEffect(() => {
    seen.push({ status, address, other: other.status, user })
  })
  return null
}

it('tells components who is logged in, by what, on each chain, and nothing once they are out', async () => {
  const seen: unknown[] = []
  const { kernel, session, navigation } = await open(
    [offlineEvm(1), solana(), emailAuth({ frameUrl, socials: ['farcaster'], projectId: 'signs' })],
    { children: <Probe seen={seen} /> },
  )
  const now = () => seen.at(-1)
  expect(now()).toEqual({
    status: 'disconnected',
    address: undefined,
    other: 'disconnected',
    user: undefined,
  })
  ;(await findTestId('social-selector-farcaster')).click()
  await until(() => expect(session.state.connections).toHaveLength(1))
  await until(() =>
    expect(now()).toMatchObject({
      status: 'connected',
      address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      other: 'connected',
      user: { userName: 'alice', loggedInBy: 'farcaster' },
    }),
  )
  await until(() => expect(navigation.state.open).toBe(false))
  await kernel.get(Session).disconnect()
  await until(() =>
    expect(now()).toEqual({
      status: 'disconnected',
      address: undefined,
      other: 'disconnected',
      user: undefined,
    }),
  )
})
