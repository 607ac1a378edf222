import { definePlugin, Navigation, route, Session, View } from '@latchkey/kernel/plugin'
import { page, userEvent } from 'vitest/browser'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConnectButton } from '../buttons/ConnectButton.js'
import { Button } from '../components/Button.js'
import { SearchField } from '../components/SearchField.js'
import { Tooltip } from '../components/Tooltip.js'
import { routeView } from '../routeView.js'
import { useRemembered } from './viewMemory.js'
import { fakeChain, fakeWallet } from '../../test/fakeWallets.js'
import { mountShell, testKernel, unmountAll } from '../../test/mount.js'
import { byTestId, clickTestId, dialog, findTestId, findView, until } from '../../test/page.js'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountAll)

const Words = route('Words')

function WordsView() {
  const [query, setQuery] = useRemembered('query', 'wal')
  return (
    <>
      <SearchField value={query} onChange={setQuery} testId="words-search" />
      <Tooltip content="Fees go to the validators.">
        <Button data-testid="words-fee">Fee</Button>
      </Tooltip>
    </>
  )
}

const words = definePlugin({
  id: 'words',
  kernel: '^1.0.0',
  setup(context) {
    context.add(View, routeView(Words, { load: async () => ({ default: WordsView }) }))
  },
})

async function opened() {
  const kernel = testKernel([fakeChain({ wallets: [fakeWallet('a')] }), words])
  mountShell(kernel, <ConnectButton />)
  const navigation = kernel.get(Navigation)
  await findTestId('connect-button')
  navigation.open(Words)
  await findTestId('words-search')
  return { kernel, navigation }
}

describe('Escape in the modal', () => {
  it('empties a search first, and closes the modal only then', async () => {
    const { navigation } = await opened()
    const field = (await findTestId('words-search')) as HTMLInputElement
    field.focus()
    await userEvent.keyboard('{Escape}')
    await until(() => field.value === '')
    expect(navigation.state.open).toBe(true)
    await userEvent.keyboard('{Escape}')
    await until(() => !navigation.state.open)
  })

  it('closes a tooltip first', async () => {
    const { navigation } = await opened()
    ;(await findTestId('words-fee')).focus()
    await until(() => document.querySelector('.lk-tooltip')?.matches(':popover-open'))
    await userEvent.keyboard('{Escape}')
    await until(() => !document.querySelector('.lk-tooltip')?.matches(':popover-open'))
    expect(navigation.state.open).toBe(true)
    await userEvent.keyboard('{Escape}')
    await until(() => !navigation.state.open)
  })
})

describe('the focus after the modal', () => {
  it('goes to the account button that took the place of the one that was pressed', async () => {
    const kernel = testKernel([fakeChain({ wallets: [fakeWallet('a')] })])
    mountShell(
      kernel,
      <>
        <button type="button">Before</button>
        <ConnectButton />
        <button type="button">After</button>
      </>,
    )
    await userEvent.click(await findTestId('connect-button'))
    await findView('Connect')
    await clickTestId('wallet-selector-a')
    await until(() => dialog() === null && byTestId('account-button'))
    await until(() => document.activeElement === byTestId('account-button'))
  })

  it('and back to the connect button once the account is disconnected', async () => {
    const kernel = testKernel([fakeChain({ wallets: [fakeWallet('a')] })])
    mountShell(kernel, <ConnectButton />)
    await kernel.get(Session).connect({ connectorId: 'a' })
    await userEvent.click(await findTestId('account-button'))
    await findView('Account')
    await clickTestId('disconnect-button')
    await until(() => dialog() === null && byTestId('connect-button'))
    await until(() => document.activeElement === byTestId('connect-button'))
  })
})
