import {
  AccountRoute,
  ConnectRoute,
  NativeBalances,
  Navigation,
  Notifications,
  Session,
} from '@latchkey/kernel/wallet'
import { Balance, capability } from '@latchkey/kernel/contracts'
import {
  BaseError,
  Connector,
  definePlugin,
  Namespace,
  type PluginContext,
  route,
  View,
  type Plugin,
} from '@latchkey/kernel/plugin'
import { afterEach, describe, expect, it } from 'vitest'
import { ethereum, fakeChain, fakeWallet } from '../test/fakeWallets.js'
import { mountShell, testKernel, unmountAll } from '../test/mount.js'
import { byTestId, dialog, findTestId, findText, findView, until } from '../test/page.js'
import { AccountButton } from './buttons/AccountButton.js'
import { ConnectButton } from './buttons/ConnectButton.js'
import { ErrorState } from './components/ErrorState.js'
import { routeView } from './routeView.js'
import { AccountTabs, ModalHeaderActions } from './slots.js'
import { describeError } from './utils/describeError.js'
import { safeImageUrl } from './utils/safeImageUrl.js'
import { view } from './view.js'

afterEach(unmountAll)

const stranger = (add: (context: PluginContext) => void): Plugin =>
  definePlugin({ id: 'stranger', kernel: '^1.0.0', setup: (context) => add(context) })

const host = (
  <>
    <p>The host's own page</p>
    <ConnectButton />
  </>
)
const hostStands = () => document.body.textContent?.includes("The host's own page")

const Words = route('StrangersWords')
const words = async () => ({ default: () => <p>A view</p> })
const fault = () => {
  throw new Error('a fault of the stranger')
}

async function open(plugin: Plugin) {
  const kernel = testKernel([fakeChain({ wallets: [fakeWallet('a')] }), plugin])
  mountShell(kernel, host)
  const navigation = kernel.get(Navigation)
  await findTestId('connect-button')
  return { kernel, navigation }
}

describe("a stranger's plugin", () => {
  it('whose `when` throws loses that view, and nothing else', async () => {
    const { navigation } = await open(
      stranger((context) => {
        context.add(View, view(ModalHeaderActions, { id: 'stranger.action', when: fault, load: words }))
        context.add(View, view(AccountTabs, { id: 'stranger.tab', label: 'Tab', when: fault, load: words }))
      }),
    )
    navigation.open(ConnectRoute)
    await findView('Connect')
    await findTestId('wallet-selector-a')
    expect(hostStands()).toBe(true)
  })

  it.each<[string, unknown]>([
    ['an object', () => ({ not: 'a text' })],
    ['nothing', () => undefined],
    ['a number', 7],
    ['an object that is no function', { not: 'a text' }],
  ])('whose title is %s shows the name of the route in its place', async (_, title) => {
    const { navigation } = await open(
      stranger((context) => context.add(View, routeView(Words, { title: title as string, load: words }))),
    )
    navigation.open(Words)
    await findText('A view')
    expect(document.querySelector('.lk-modal-title')?.textContent).toBe('StrangersWords')
    expect(hostStands()).toBe(true)
  })

  it.each<[string, object]>([
    ['throws when it is asked whether its wallet is there', { readiness: fault }],
    ['names its wallet nothing', { name: undefined }],
    ['names its wallet an object', { name: { not: 'a text' } }],
    ['does not say for which namespaces', { namespaces: undefined }],
    ['gives a reverse-domain id that is no text', { rdns: 7 }],
  ])('that %s does not keep the other wallets from being listed', async (_, fields) => {
    const { navigation } = await open(
      stranger((context) =>
        context.add(Connector, {
          ...fakeWallet('stranger').connector,
          name: 'Stranger',
          ...(fields as Record<never, never>),
        }),
      ),
    )
    navigation.open(ConnectRoute)
    const row = await findTestId('wallet-selector-a')
    row.click()
    await until(() => byTestId('account-button'))
    expect(hostStands()).toBe(true)
  })

  it('whose picture fails at once costs the picture', async () => {
    const { navigation } = await open(
      stranger((context) => {
        context.add(Connector, { ...fakeWallet('first').connector, name: 'First', icon: fault })
        context.add(Connector, { ...fakeWallet('second').connector, name: 'Second', icon: 7 as never })
      }),
    )
    navigation.open(ConnectRoute)
    await findTestId('wallet-selector-first')
    await findTestId('wallet-selector-second')
    expect(hostStands()).toBe(true)
  })

  it('that says something that is no text does not take the host down', async () => {
    const { kernel, navigation } = await open(stranger(() => {}))
    kernel.get(Notifications).toast({ not: 'a text' } as never)
    kernel.get(Notifications).showSnackbar({ not: 'a text' } as never)
    navigation.open(ConnectRoute)
    await until(() => kernel.get(Navigation).state.open === false || dialog())
    expect(hostStands()).toBe(true)
    // What failed is drawn anew at the next opening.
    kernel.get(Notifications).dismissToast()
    kernel.get(Notifications).hideSnackbar()
    navigation.close({ force: true })
    await until(() => dialog() === null)
    await until(() => navigation.open(ConnectRoute) && byTestId('wallet-selector-a'))
  })

  it('that replaces the notifications by ones that do not work costs them, and neither the modal nor the host', async () => {
    const broken = definePlugin({
      id: 'stranger.notifications',
      kernel: '^1.0.0',
      provides: [Notifications],
      setup(context) {
        context.provide(Notifications, () => ({}) as never)
      },
    })
    const { navigation } = await open(broken)
    navigation.open(ConnectRoute)
    await findTestId('wallet-selector-a')
    expect(hostStands()).toBe(true)
  })

  it.each<[string, unknown]>([
    ['decimals that do not exist', { value: 1n, decimals: -1, symbol: 'COIN' }],
    ['a float', { value: 0.5, decimals: 18, symbol: 'COIN' }],
    ['a symbol that is no text', { value: 1n, decimals: 18, symbol: {} }],
    ['nothing', {}],
  ])('that reads a balance with %s costs the amount, not the button', async (_, amount) => {
    const kernel = testKernel([
      stranger((context) => {
        context.add(Namespace, {
          id: 'eip155',
          label: 'EVM networks',
          networks: [ethereum],
          isAddress: () => true,
          isSameAddress: (left, right) => left === right,
          capabilities: [capability(Balance, { native: async () => amount as never })],
        })
        context.add(Connector, fakeWallet('a').connector)
      }),
    ])
    mountShell(kernel, host)
    await kernel.get(Session).connect({ connectorId: 'a' })
    const account = kernel.get(Session).activeAccount('eip155')?.address ?? ''
    await findTestId('account-button')
    await until(() => kernel.get(NativeBalances).get('eip155:1', account)?.status === 'error')
    expect(kernel.get(NativeBalances).get('eip155:1', account)?.error?.cause).toMatchObject({
      code: 'AMOUNT_INVALID',
    })
    expect(byTestId('account-balance')).toBeNull()
    kernel.get(Navigation).open(AccountRoute)
    await findView('Account')
    await findTestId('disconnect-button')
    expect(hostStands()).toBe(true)
  })
})

describe("a stranger's error", () => {
  const bare = Object.create(null) as object
  const trap = new Proxy({}, { get: fault })

  it.each([
    ['that is an object of nothing', bare],
    ['that throws when it is read', trap],
    ['that cannot be written as a text', { toString: fault }],
    ['that is its own cause', Object.assign(new Error('again'), { cause: undefined as unknown })],
  ])('%s can be described', (_, cause) => {
    if (cause instanceof Error) cause.cause = cause
    expect(describeError(cause).details).toMatch(/^Error/)
    const error = new BaseError('The wallet failed.', { code: 'FAILED', cause })
    expect(describeError(error).details).toContain('The wallet failed.')
  })

  it('can be shown', async () => {
    mountShell(
      testKernel([]),
      <div data-latchkey="">
        <ErrorState error={new BaseError('The wallet failed.', { code: 'FAILED', cause: bare })} />
      </div>,
    )
    await findText('The wallet failed.')
  })
})

it('takes no picture from what is no text', () => {
  expect(safeImageUrl(7 as never)).toBeUndefined()
})

it('draws the button of an account in any language tag a host may give', async () => {
  const kernel = testKernel([fakeChain({ wallets: [fakeWallet('a')] })])
  mountShell(kernel, <AccountButton />, { locale: 'en_US' })
  await kernel.get(Session).connect({ connectorId: 'a' })
  await findTestId('account-balance')
})
