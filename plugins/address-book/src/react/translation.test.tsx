import { createKernel, memoryStorage } from '@latchkey/kernel'
import { AccountRoute, Navigation } from '@latchkey/kernel/wallet'
import { markedMessages, unmarkedWords, watchViews } from '@latchkey/ui-react/testing'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { LocaleProvider, misreadFigures } from '../../../../ui-react/test/figures.js'
import { type } from '../../../../ui-react/test/show.js'
import { anna, annasTwin, connect, ethereum, own, ownWallet } from '../../test/testAddressBook.js'
import { AddressBook } from '../AddressBookService.js'
import { AddressBookEntryRoute, AddressBookRoute } from '../routes.js'
import { addressBook } from './index.js'
import { addressBookMessages } from './messages.js'

let cleanup: (() => Promise<void>) | undefined
afterEach(() => cleanup?.())

const views = watchViews()
const messages = markedMessages(addressBookMessages)

async function open() {
  const kernel = createKernel([ethereum(), ownWallet(), views.watch(addressBook())], {
    storage: memoryStorage(),
    logLevel: 'silent',
  })
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  root.render(<LocaleProvider kernel={kernel} messages={messages} locale="de" />)
  cleanup = async () => {
    root.unmount()
    container.remove()
    await kernel.dispose()
  }
  await kernel.start()
  await connect(kernel)
  const navigation = kernel.get(Navigation)
  await vi.waitFor(() => expect(navigation.draws(AddressBookRoute.name)).toBe(true), 10_000)
  navigation.open(AccountRoute)
  navigation.push(AddressBookRoute)
  return { book: kernel.get(AddressBook), navigation }
}

const find = (selector: string) => document.querySelector<HTMLElement>(selector)
const byId = (id: string) =>
  vi.waitFor(() => {
    const element = find(`[data-testid="${id}"]`)
    if (!element) throw new Error(id)
    return element
  }, 10_000)
const press = async (id: string) => (await byId(id)).click()
const kept = () => [
  /0x[\da-zA-Z]+/g,
  // Names that the person gave, and what a chain calls itself.
  /\b(?:Anna|Friend \d+|EVM networks|Test wallet)\b/g,
  /^[A-Z]{1,2}$/g,
  ...[...document.querySelectorAll('.lk-address-group')]
    .map((group) => group.textContent ?? '')
    .filter(Boolean),
]
async function translated(): Promise<void> {
  await vi.waitFor(() => expect(unmarkedWords(kept())).toEqual([]), 10_000)
  expect(await misreadFigures(kept())).toEqual([])
}

it('has every word of the list translated', async () => {
  const { book } = await open()
  await byId('address-book')
  await translated()
  for (let index = 0; index < 9; index += 1) {
    book.save({ namespace: 'eip155', address: `0x${`${index}`.padStart(40, '0')}`, name: `Friend ${index}` })
  }
  type(await byId('address-book-search'), 'Anna')
  await translated()
})

it('has every word of naming an address translated', async () => {
  const { book, navigation } = await open()
  book.save({ namespace: 'eip155', address: anna, name: 'Anna' })
  await press('address-book-add')
  await byId('address-book-entry')
  await translated()
  for (const address of [
    'none',
    anna,
    annasTwin,
    `${own.slice(0, 5)}${'1'.repeat(34)}${own.slice(-3)}`.toLowerCase(),
  ]) {
    type(await byId('address-book-address'), address)
    await new Promise((resolve) => setTimeout(resolve, 50))
    await translated()
  }
  navigation.back()
  navigation.push(AddressBookEntryRoute, { namespace: 'eip155', address: anna })
  await press('address-book-remove')
  await byId('address-book-remove-confirm')
  await translated()
})

it('draws every view, and names each by a key', () => {
  expect([views.undrawn(), views.plain()]).toEqual([[], []])
})
