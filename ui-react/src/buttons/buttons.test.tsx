import { AccountRoute, Navigation, Session } from '@latchkey/kernel/wallet'
import type { Amount } from '@latchkey/kernel/contracts'
import { definePlugin, Log, Namespace } from '@latchkey/kernel/plugin'
import { memoryStorage } from '@latchkey/kernel'
import { proxy } from 'valtio/vanilla'
import { page, userEvent } from 'vitest/browser'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AccountButton } from './AccountButton.js'
import { ConnectButton } from './ConnectButton.js'
import { ShownBalance } from '../shownBalance.js'
import { NetworkButton } from './NetworkButton.js'
import { alice, base, fakeChain, type FakeWallet, fakeWallet } from '../../test/fakeWallets.js'
import { mountShell, testKernel, unmountAll } from '../../test/mount.js'
import { byTestId, findTestId, findView, until } from '../../test/page.js'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountAll)

describe('ConnectButton', () => {
  it('has the words of the host, and becomes the account once connected', async () => {
    const wallet = fakeWallet('a', { answer: 'hold' })
    const kernel = testKernel([fakeChain({ wallets: [wallet] })])
    mountShell(kernel, <ConnectButton label="Log in" loadingLabel="Wait" charsStart={6} charsEnd={4} />)
    const button = await findTestId('connect-button')
    expect(button.textContent).toBe('Log in')
    void kernel.get(Session).connect({ connectorId: 'a' })
    await until(() => button.textContent === 'Wait' && button.getAttribute('aria-busy') === 'true')
    wallet.release()
    const account = await findTestId('account-button')
    expect(account.textContent).toContain(`${alice.slice(0, 6)}…${alice.slice(-4)}`)
    await until(() => byTestId('account-balance')?.textContent?.startsWith('1.234'))
    await userEvent.click(account)
    await findView('Account')
  })

  it('shows the wallet that is left when the one that was shown goes, also after a reload', async () => {
    const evm = fakeWallet('a')
    const sun: FakeWallet = fakeWallet('sun', {
      namespaces: ['solana'],
      restore: (request) => sun.connector.connect(request),
    })
    const storage = memoryStorage()
    const load = () =>
      testKernel([fakeChain({ wallets: [evm, sun], solana: true })], { storage, id: 'two wallets' })
    const kernel = load()
    const page = mountShell(kernel, <ConnectButton />)
    const session = kernel.get(Session)
    await session.connect({ connectorId: 'sun' })
    await session.connect({ connectorId: 'a', namespaces: ['eip155'] })
    await until(() => byTestId('account-button')?.textContent?.includes(alice.slice(0, 4)))
    await session.disconnect({ connectionId: 'a' })
    const isSun = () => byTestId('account-button')?.textContent?.includes('7EqQ')
    await until(isSun)
    expect(byTestId('connect-button')).toBeNull()

    page.unmount()
    await kernel.dispose()
    mountShell(load(), <ConnectButton />)
    await until(isSun)
    expect(byTestId('connect-button')).toBeNull()
  })

  it('can be pressed again while something waits in a closed modal', async () => {
    const kernel = testKernel([fakeChain({ wallets: [fakeWallet('a', { answer: 'hold' })] })])
    mountShell(kernel, <ConnectButton />)
    await userEvent.click(await findTestId('connect-button'))
    await userEvent.click(await findTestId('wallet-selector-a'))
    await findView('ConnectingExternal')
    await userEvent.click(await findTestId('lk-header-close'))
    await until(() => !document.querySelector('dialog'))
    await userEvent.click(await findTestId('connect-button'))
    await findView('Connect')
  })

  it('gives its state to the markup of the host', async () => {
    const kernel = testKernel([fakeChain({ wallets: [fakeWallet('a')] })])
    mountShell(
      kernel,
      <ConnectButton.Custom>
        {({ status, account, open, prefetch }) => (
          <button type="button" data-testid="own" onPointerEnter={prefetch} onClick={open}>
            {`${status} ${account.address ?? ''}`}
          </button>
        )}
      </ConnectButton.Custom>,
    )
    const own = await findTestId('own')
    expect(own.textContent).toBe('disconnected ')
    await until(() => kernel.get(Navigation).draws('Connect'))
    own.click()
    await findView('Connect')
    kernel.get(Navigation).close()
    await kernel.get(Session).connect({ connectorId: 'a' })
    await until(() => own.textContent === `connected ${alice}`)
  })
})

describe('AccountButton', () => {
  it('shows nothing while disconnected, and hides the balance on request', async () => {
    const kernel = testKernel([fakeChain({ wallets: [fakeWallet('a')] })])
    mountShell(kernel, <AccountButton balance="hide" namespace="eip155" disabled />)
    await until(() => kernel.get(Navigation).draws('Connect'))
    expect(document.querySelector('button')).toBeNull()
    await kernel.get(Session).connect({ connectorId: 'a' })
    const button = await findTestId('account-button-eip155')
    expect(button).toMatchObject({ disabled: true })
    expect(byTestId('account-balance')).toBeNull()
  })

  it.each([300, 160, 110])('has its text within its padding in a place of %i px', async (inlineSize) => {
    const kernel = testKernel([fakeChain({ wallets: [fakeWallet('a')] })])
    mountShell(
      kernel,
      <div style={{ inlineSize }}>
        <AccountButton />
      </div>,
    )
    await until(() => kernel.get(Navigation).draws('Connect'))
    await kernel.get(Session).connect({ connectorId: 'a' })
    const balance = (await findTestId('account-balance')).getBoundingClientRect()
    const button = await findTestId('account-button')
    const box = button.getBoundingClientRect()
    const text = button.querySelector('.lk-address')?.getBoundingClientRect()
    expect(box.width).toBeLessThanOrEqual(inlineSize)
    expect(text?.right).toBeLessThanOrEqual(box.right - 12)
    expect(text?.bottom).toBeLessThanOrEqual(box.bottom)
    // Whole, or on a line that isn't seen.
    expect(balance.right <= box.right - 12 || balance.top >= box.bottom).toBe(true)
  })
})

describe('what a plugin wants shown as balance', () => {
  it('stands on the button and in the Account view, covered when a person wants so', async () => {
    const state = proxy({ hidden: false, amounts: {} as Record<string, Amount | null> })
    const plugin = definePlugin({
      id: 'test.shown',
      kernel: '^1.0.0',
      provides: [ShownBalance],
      setup: (context) => context.provide(ShownBalance, () => ({ state })),
    })
    const kernel = testKernel([fakeChain({ wallets: [fakeWallet('a')] }), plugin])
    mountShell(kernel, <AccountButton />)
    await until(() => kernel.get(Navigation).draws('Account'))
    await kernel.get(Session).connect({ connectorId: 'a' })
    const shown = () => byTestId('account-balance')?.textContent
    await until(() => shown()?.startsWith('1.234'))
    state.amounts[`eip155:1:${alice}`] = null
    await until(() => shown() === undefined)
    state.amounts[`eip155:1:${alice}`] = { value: 2_500_000n, decimals: 6, symbol: 'USDC' }
    await until(() => shown() === '2.5\u00a0USDC')
    kernel.get(Navigation).open(AccountRoute)
    const total = await findTestId('lk-account-balance')
    await until(() => total.textContent?.includes('1.234'))
    state.hidden = true
    await until(() => shown()?.includes('Amount hidden') && total.textContent?.includes('Amount hidden'))
    expect(document.body.innerHTML).not.toContain('1.234')
  })
})

describe('NetworkButton', () => {
  it('names the network, says of one that the app lacks that it isn’t supported, and opens the choice', async () => {
    const wallet = fakeWallet('a', { networkId: base.id })
    const kernel = testKernel([fakeChain({ wallets: [wallet] })])
    mountShell(kernel, <NetworkButton />)
    const button = await findTestId('lk-network-button')
    await until(() => button.textContent?.includes('Ethereum'))
    await kernel.get(Session).connect({ connectorId: 'a' })
    await until(() => button.textContent?.includes('Base'))
    wallet.change({ networks: { eip155: 'eip155:999999' } })
    await until(() => button.textContent?.includes('Unsupported network'))
    await userEvent.click(button)
    await findView('Networks')
  })

  it('asks to select when there is none', async () => {
    mountShell(testKernel([]), <NetworkButton />)
    expect((await findTestId('lk-network-button')).textContent).toBe('Select network')
  })
})

it.each([
  ['the connect button', <ConnectButton key="connect" />],
  ['the network button', <NetworkButton key="network" />],
])('%s is as wide as its words in a flex column of the host', async (_, shown) => {
  const kernel = testKernel([fakeChain({ wallets: [fakeWallet('a')] })])
  const { container } = mountShell(
    kernel,
    <div style={{ display: 'flex', flexDirection: 'column', width: 600 }}>{shown}</div>,
  )
  const button = await until(() => container.querySelector<HTMLElement>('[data-lk-button]'))
  expect(button.getBoundingClientRect().width).toBeLessThan(300)
})

describe('a namespace that no plugin adds', () => {
  /** What the kernel's log is told of it. */
  function listen() {
    const told: string[] = []
    const log = definePlugin({
      id: 'test.log',
      kernel: '^1.0.0',
      provides: [Log],
      setup(context) {
        const quiet = () => {}
        const error = (sentence: string) => void told.push(sentence)
        context.provide(Log, () => ({ debug: quiet, info: quiet, warn: quiet, error }))
      },
    })
    return { log, told: () => told.filter((sentence) => sentence.includes('namespace')) }
  }

  it('is told to the developer once, with the ids that would work', async () => {
    const { log, told } = listen()
    const kernel = testKernel([log, fakeChain({ solana: true })])
    mountShell(
      kernel,
      <>
        <ConnectButton namespace="evm" />
        <NetworkButton namespace="evm" />
        <AccountButton namespace="evm" />
      </>,
    )
    await until(() => told().length > 0)
    expect(told()).toMatchInlineSnapshot(`
      [
        "This app is not set up for the kind of network that was asked for.

      A button, hook or route was given the namespace "evm", and no listed plugin adds it.
      Use one of these: "eip155", "solana", or list the plugin that adds "evm".

      Docs: @latchkey/ui-react/README.md#buttons",
      ]
    `)
  })

  it('is not taken for a browser without wallets', async () => {
    const kernel = testKernel([fakeChain({ wallets: [fakeWallet('a')] })])
    mountShell(kernel, <ConnectButton namespace="evm" />)
    await userEvent.click(await findTestId('connect-button'))
    const view = await findView('Connect')
    await until(() => view.textContent?.includes('NAMESPACE_NOT_LISTED'))
    expect(view.textContent).not.toContain('No wallets found')
  })

  it('says nothing of one that is added while a plugin starts', async () => {
    const { log, told } = listen()
    const late = definePlugin({
      id: 'test.late',
      kernel: '^1.0.0',
      setup: (context) => ({
        start: () => void context.add(Namespace, { ...lateNamespace, id: 'late' }),
      }),
    })
    const kernel = testKernel([log, late])
    mountShell(kernel, <ConnectButton namespace="late" />)
    await kernel.start()
    await findTestId('connect-button')
    expect(told()).toEqual([])
  })
})

const lateNamespace = {
  label: 'Late',
  networks: [],
  isAddress: () => false,
  isSameAddress: () => false,
  capabilities: [],
}
