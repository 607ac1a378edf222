import '@latchkey/ui-react/styles.css'
import { AccountRoute, SendCollectibleRoute } from '@latchkey/kernel/wallet'
import { BaseError, UserRejectedError } from '@latchkey/kernel/plugin'
import { fakeClock } from '@latchkey/kernel/testing'
import { KernelProvider } from '@latchkey/ui-react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it } from 'vitest'
import { makeBench, until } from '../../test/scenarios.js'
import type { SendBenchOptions } from '../../test/sendBench.js'
import { alice, bob, cat, testCollectibles } from '../../test/testCollectibles.js'
import { CollectibleSender } from '../index.js'

let cleanup: (() => Promise<void>) | undefined
afterEach(() => cleanup?.())

const byId = (id: string) => document.querySelector<HTMLElement>(`[data-testid="${CSS.escape(id)}"]`)
const text = () => document.querySelector<HTMLElement>('dialog')?.innerText ?? ''
const press = async (id: string) => (await until(() => byId(id))).click()

async function opened(item = cat(), options: SendBenchOptions = {}) {
  const data = testCollectibles()
  data.owned.set(alice, item.count)
  const bench = makeBench({ ...options, capabilities: data.capabilities })
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  root.render(
    <StrictMode>
      <KernelProvider kernel={bench.kernel} />
    </StrictMode>,
  )
  cleanup = async () => {
    root.unmount()
    container.remove()
    await bench.kernel.dispose()
  }
  await bench.connect()
  await until(() => bench.navigation.draws(SendCollectibleRoute.name))
  bench.navigation.open(AccountRoute)
  bench.navigation.push(SendCollectibleRoute, { item })
  await until(() => byId('send-collectible'))
  return { ...bench, data, state: bench.kernel.get(CollectibleSender).state }
}

async function type(id: string, value: string): Promise<void> {
  const input = await until(() => byId(id))
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

async function review(to = bob): Promise<void> {
  await type('send-collectible-receiver', to)
  await until(() => !(byId('send-collectible-review') as HTMLButtonElement).disabled)
  await press('send-collectible-review')
  await until(() => byId('send-collectible-preview'))
}

it('shows the item in a row, so that the fields need no scrolling', async () => {
  await opened()
  const row = await until(() => byId('send-collectible-item'))
  expect(row.innerText.split('\n').slice(-2)).toEqual(['Painted cat', 'Painted cats'])
  const fields = byId('send-collectible-receiver')!.getBoundingClientRect()
  expect(fields.bottom).toBeLessThan(document.querySelector('dialog')!.getBoundingClientRect().bottom)
  expect(row.getBoundingClientRect().height).toBeLessThan(80)
})

it('shows every character of receiver and collection, asks the wallet once, and tells the app', async () => {
  const { data, told } = await opened()
  await review()
  const groups = [...document.querySelectorAll('[data-testid="send-collectible-to"] .lk-address-group')]
  expect(groups.map((group) => group.textContent).join('')).toBe(bob)
  expect(byId('send-collectible-fee')?.innerText).toContain('0.000021')
  expect(byId('send-collectible-confirm')?.innerText).toBe('Send Painted cat')
  expect(byId('send-warning-FIRST_TIME_RECEIVER')).not.toBeNull()
  await press('send-collectible-confirm')
  await until(() => byId('send-collectible-asking'))
  data.owned.set(alice, 0n).set(bob, 1n)
  data.answer('approve')
  await until(() => byId('send-collectible-pending'))
  data.decide({ status: 'confirmed' })
  await until(() => byId('send-collectible-confirmed'))
  expect(text()).toContain('Painted cat sent')
  expect(byId('send-collectible-sent-to')?.innerText).toMatch(/^To\s+0xfB69/)
  expect(byId('send-collectible-paid-fee')?.innerText).toMatch(/^Max network fee\s+\S*0\.000021/)
  expect(byId('send-collectible-at-time')?.innerText).toMatch(/^Time\s+\d/)
  expect(data.asked).toEqual([{ to: bob, amount: 1n }])
  expect(told()).toEqual(['TRANSACTION_SUBMITTED', 'TRANSACTION_SETTLED'])
})

it('proposes where other owners carry it out', async () => {
  const { data } = await opened()
  data.over = { fee: { value: 0n, decimals: 18, symbol: 'ETH' }, feePayer: 'executor' }
  await review()
  expect(byId('send-collectible-confirm')?.innerText).toBe('Propose to send Painted cat')
})

it('tells that nothing moved when the collection lied', async () => {
  const { data, clock } = await opened(cat(), { clock: fakeClock() })
  await review()
  await press('send-collectible-confirm')
  await until(() => byId('send-collectible-asking'))
  data.answer('approve')
  data.decide({ status: 'confirmed' })
  await until(() => {
    clock.advance(500)
    return text().includes('Painted cat didn’t move')
  })
  expect(text()).toContain('the collection says that you still own the NFT')
})

it('is calm when the person declines, and can be asked again', async () => {
  const { data } = await opened()
  await review()
  await press('send-collectible-confirm')
  await until(() => byId('send-collectible-asking'))
  data.answer({ reject: new UserRejectedError() })
  await until(() => text().includes('You declined in the wallet. Nothing was sent.'))
  expect(byId('send-collectible-confirm')).not.toBeNull()
})

it('says that it may have been sent when the wallet named nothing', async () => {
  const { data } = await opened()
  await review()
  await press('send-collectible-confirm')
  await until(() => byId('send-collectible-asking'))
  data.answer({ reject: new Error('Internal error') })
  await until(() => text().includes('may have been sent'))
  expect(text()).not.toMatch(/try again/i)
})

it('says why a receiver is refused, and keeps what was typed', async () => {
  const { data } = await opened()
  data.refuse = new BaseError('This is the address of the collection.', { code: 'COLLECTIBLE_TO_COLLECTION' })
  await type('send-collectible-receiver', bob)
  await until(() => !(byId('send-collectible-review') as HTMLButtonElement).disabled)
  await press('send-collectible-review')
  await until(() => text().includes('This is the address of the collection.'))
  expect((byId('send-collectible-receiver') as HTMLInputElement).value).toBe(bob)
  await type('send-collectible-receiver', 'bob')
  await until(() => text().includes('This isn’t an address on'))
})

it('sends as many pieces as there are', async () => {
  const { data } = await opened(cat({ count: 5n }))
  await type('send-collectible-count', '6')
  await until(() => text().includes('Enter a whole number, up to 5.'))
  await type('send-collectible-count', '3')
  await review()
  expect(data.asked).toEqual([{ to: bob, amount: 3n }])
})

it('takes a receiver behind the short name of its network, and names another one', async () => {
  const { data } = await opened(cat(), { shortNames: { eth: 'eip155:1', other: 'eip155:2' } })
  await type('send-collectible-receiver', `other:${bob}`)
  await until(() => text().includes('This is an address on Base.'))
  await review(`\u2066eth:${bob.slice(0, 9)}\u200b${bob.slice(9)}\u2069`)
  expect(data.asked).toEqual([{ to: bob, amount: 1n }])
})

it('follows what the account has while it is open, and keeps what was typed', async () => {
  const { data, clock, state } = await opened(cat({ count: 5n }), { clock: fakeClock() })
  await until(() => state.held?.count === 5n)
  await type('send-collectible-count', '4')
  await type('send-collectible-receiver', bob)
  await until(() => !(byId('send-collectible-review') as HTMLButtonElement).disabled)
  data.owned.set(alice, 3n)
  clock.advance(30_000)
  await until(() => text().includes('Enter a whole number, up to 3.'))
  expect((byId('send-collectible-review') as HTMLButtonElement).disabled).toBe(true)
  expect((byId('send-collectible-receiver') as HTMLInputElement).value).toBe(bob)
  data.owned.set(alice, 4n)
  clock.advance(30_000)
  await until(() => !(byId('send-collectible-review') as HTMLButtonElement).disabled)
  expect((byId('send-collectible-count') as HTMLInputElement).value).toBe('4')
})

it('says that the account doesn’t have it, by the form and by the review', async () => {
  const { data, clock } = await opened(cat(), { clock: fakeClock() })
  await review()
  expect((byId('send-collectible-confirm') as HTMLButtonElement).disabled).toBe(false)
  data.owned.set(alice, 0n)
  clock.advance(30_000)
  await until(() => text().includes('Your account doesn’t have this NFT'))
  expect((byId('send-collectible-confirm') as HTMLButtonElement).disabled).toBe(true)
  await press('send-collectible-back')
  await until(() => byId('send-collectible'))
  expect(text()).toContain('Your account doesn’t have this NFT')
  expect((byId('send-collectible-review') as HTMLButtonElement).disabled).toBe(true)
})

it('wants the person’s word, by what is lost, when more leaves the account by a trial run', async () => {
  const { data } = await opened()
  data.over = {
    changes: [{ address: alice, amount: { value: -5n * 10n ** 18n, decimals: 18, symbol: 'ETH' } }],
  }
  await review()
  expect(text()).toContain('More than this NFT leaves your account')
  const button = byId('send-collectible-confirm') as HTMLButtonElement
  expect([button.dataset['variant'], button.disabled]).toEqual(['danger', true])
  const box = byId('send-loses-more')!
  expect(box.closest('label')?.textContent?.replace(/[\u2066\u2069]/g, '')).toBe(
    'I accept losing 5\u00a0ETH too',
  )
  box.click()
  await until(() => !button.disabled)
  await press('send-collectible-confirm')
  await until(() => byId('send-collectible-asking'))
})

it('warns when nothing leaves the account by a trial run', async () => {
  const { data } = await opened()
  data.over = { changes: [] }
  await review()
  expect(text()).toContain('A trial run moved nothing')
  expect(byId('send-collectible-confirm')?.dataset['variant']).toBe('danger')
})

it('shows hostile names as text', async () => {
  await opened(cat({ name: '<img src=x onerror=alert(1)>\u202etac', collection: '\u202e<b>' }))
  expect(byId('send-collectible-item')?.textContent).not.toContain('\u202e')
  await review()
  expect(text()).toContain('<img src=x')
  expect(text()).not.toContain('\u202e')
  expect(document.querySelector('img[src="x"]')).toBeNull()
})

it('cannot be sent from an account of another network', async () => {
  const { navigation } = await opened()
  navigation.replace(SendCollectibleRoute, { item: cat({ networkId: 'eip155:2' }) })
  await until(() => text().includes('This NFT can’t be sent'))
})
