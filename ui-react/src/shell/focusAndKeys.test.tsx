import { definePlugin, route, View } from '@latchkey/kernel/plugin'
import { Navigation, Notifications, Session } from '@latchkey/kernel/wallet'
import { page, userEvent } from 'vitest/browser'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConnectButton } from '../buttons/ConnectButton.js'
import { ActionBar } from '../components/ActionBar.js'
import { Button } from '../components/Button.js'
import { SearchField } from '../components/SearchField.js'
import { Tooltip } from '../components/Tooltip.js'
import { routeView } from '../routeView.js'
import { useRemembered } from './viewMemory.js'
import { fakeChain, fakeWallet } from '../../test/fakeWallets.js'
import { mountShell, testKernel, unmountAll } from '../../test/mount.js'
import { byTestId, clickTestId, dialog, findTestId, findView, until } from '../../test/page.js'

beforeEach(() => page.viewport(1280, 800))
afterEach(async () => {
  unmountAll()
  await page.viewport(1280, 800)
})

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

const Steps = route('Steps')

/** Asks, waits, and then lists: each step takes the one before away. */
function StepsView() {
  const [step, setStep] = useState<'ask' | 'wait' | 'list' | 'done'>('ask')
  if (step === 'wait')
    return (
      <button type="button" data-testid="steps-answer" onClick={() => setStep('list')}>
        Answer
      </button>
    )
  if (step === 'list') {
    return (
      <>
        <SearchField value="" onChange={() => {}} testId="steps-search" />
        <Button data-testid="steps-choose" onClick={() => setStep('done')}>
          Choose
        </Button>
      </>
    )
  }
  return (
    <>
      <p>{step === 'done' ? 'That was it.' : 'Shall we?'}</p>
      <ActionBar>
        <Button data-testid="steps-start" disabled={step === 'done'} onClick={() => setStep('wait')}>
          Start
        </Button>
        {step === 'done' ? null : <Button variant="secondary">Not now</Button>}
      </ActionBar>
    </>
  )
}

const words = definePlugin({
  id: 'words',
  kernel: '^1.0.0',
  setup(context) {
    context.add(View, routeView(Words, { load: async () => ({ default: WordsView }) }))
    context.add(View, routeView(Steps, { load: async () => ({ default: StepsView }) }))
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

async function openedSteps() {
  const { kernel, navigation } = await opened()
  navigation.open(Steps)
  await findTestId('steps-start')
  return kernel
}

const isOnTitle = () => document.activeElement?.matches('.lk-modal-title')

describe('the focus in a view of several steps', () => {
  it('goes to what the next step begins with, and to the title where that is nothing', async () => {
    await openedSteps()
    ;(await findTestId('steps-start')).focus()
    await userEvent.keyboard('{Enter}')
    await findTestId('steps-answer')
    await until(isOnTitle)
    ;(await findTestId('steps-answer')).focus()
    await userEvent.keyboard('{Enter}')
    await until(() => document.activeElement === byTestId('steps-search'))
    ;(await findTestId('steps-choose')).focus()
    await userEvent.keyboard('{Enter}')
    await until(isOnTitle)
  })

  it('stays where the person put it while the view goes on', async () => {
    await openedSteps()
    await clickTestId('steps-start')
    const close = await findTestId('lk-header-close')
    close.focus()
    byTestId('steps-answer')?.click()
    await findTestId('steps-search')
    expect(document.activeElement).toBe(close)
  })
})

const settled = () => until(() => document.getAnimations().every(({ playState }) => playState !== 'running'))

it('shows a message in the place of the title, between the buttons, and moves nothing', async () => {
  const kernel = await openedSteps()
  const edges = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() as DOMRect
  await settled()
  const before = edges('.lk-modal-body').top
  kernel.get(Notifications).showSnackbar('Saved, and more is to be said about that', { autoClose: false })
  await until(() => document.querySelector('.lk-snackbar-body'))
  await settled()
  const message = edges('.lk-snackbar-body')
  expect(message.bottom).toBeLessThanOrEqual(edges('.lk-modal-body').top)
  expect(message.right).toBeLessThanOrEqual(edges('[data-testid="lk-header-close"]').left)
  expect(edges('.lk-modal-body').top).toBe(before)
  await until(() => getComputedStyle(document.querySelector('.lk-modal-title') as Element).opacity === '0')
})

it.each([
  [360, 300],
  [1280, 300],
])('puts toasts beside the card of a dialog, at %i by %i pixels', async (width, height) => {
  await page.viewport(width, height)
  const kernel = await openedSteps()
  const news = kernel.get(Notifications)
  news.toast('One', { position: 'top', duration: Number.POSITIVE_INFINITY })
  news.toast('Two', { position: 'bottom', duration: Number.POSITIVE_INFINITY })
  await until(() => document.querySelectorAll('.lk-toast').length === 2)
  await settled()
  const card = (document.querySelector('.lk-modal-card') as Element).getBoundingClientRect()
  for (const toast of document.querySelectorAll('.lk-toast')) {
    const { top, bottom } = toast.getBoundingClientRect()
    expect(bottom <= card.top || top >= card.bottom).toBe(true)
    expect(top).toBeGreaterThanOrEqual(0)
    expect(bottom).toBeLessThanOrEqual(height)
  }
  expect(card.bottom).toBeLessThanOrEqual(height)
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
