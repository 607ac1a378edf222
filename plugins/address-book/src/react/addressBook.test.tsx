import { AccountRoute, Navigation } from '@latchkey/kernel/wallet'
import { fakeAccount } from '@latchkey/kernel/testing'
import { afterEach, expect, it } from 'vitest'
import {
  byTestId,
  findTestId,
  findWords,
  judge,
  show,
  type Shown,
  text,
  type,
  until,
} from '../../../../ui-react/test/show.js'
import { anna, annasTwin, bob, ethereum, networkId, own } from '../../test/testAddressBook.js'
import { AddressBook } from '../AddressBookService.js'
import { AddressBookRoute } from '../routes.js'
import { addressBook } from './index.js'

let shown: Shown | undefined
afterEach(async () => {
  await shown?.unmount()
  shown = undefined
})

async function openBook() {
  shown = await show([ethereum(), addressBook()], [fakeAccount(networkId, own)])
  const navigation = shown.kernel.get(Navigation)
  await until(() => expect(navigation.draws(AddressBookRoute.name)).toBe(true))
  navigation.open(AccountRoute)
  await press('wallet-features-address-book-button')
  await findTestId('address-book')
  return { book: shown.kernel.get(AddressBook), navigation }
}
const press = async (id: string) => (await findTestId(id)).click()
const save = async () => (await findTestId('address-book-save')) as HTMLButtonElement
async function enter(address: string, name: string) {
  await press('address-book-add')
  type(await findTestId('address-book-address'), address)
  type(await findTestId('address-book-name'), name)
}

it('names an address, lists it, changes its name, and forgets it when asked twice', async () => {
  const { book } = await openBook()
  await findWords('No saved addresses')
  await enter(anna, 'Anna')
  await judge('address-book-entry')
  ;(await save()).click()
  expect((await findTestId(`address-book-${anna}`)).innerText).toMatch(/Anna[\s\S]*0xfB69…d359/)
  await judge('address-book')

  await press(`address-book-${anna}`)
  // Every letter of it.
  await until(() => expect(text().replace(/\s/g, '')).toContain(anna))
  type(await findTestId('address-book-name'), 'Anna Meier')
  ;(await save()).click()
  await findWords('Anna Meier')

  await press(`address-book-${anna}`)
  await press('address-book-remove')
  await press('address-book-keep')
  expect(book.state.entries).toHaveLength(1)
  await press('address-book-remove')
  await press('address-book-remove-confirm')
  await findWords('No saved addresses')
  expect(book.state.entries).toEqual([])
})

it('says what is wrong, and keeps what was typed', async () => {
  const { book } = await openBook()
  book.save({ namespace: 'eip155', address: bob, name: 'Bob' })
  await enter('not an address', 'Bob')
  await findWords('This isn’t an address on the networks of this app.')
  expect((await save()).disabled).toBe(true)
  type(await findTestId('address-book-address'), anna)
  await until(async () => expect((await save()).disabled).toBe(false))
  ;(await save()).click()
  await findWords('You already call another address Bob.')
  expect((byTestId('address-book-name') as HTMLInputElement).value).toBe('Bob')
})

it('wants the person’s word for an address that is dressed up as a saved one', async () => {
  const { book } = await openBook()
  book.save({ namespace: 'eip155', address: anna, name: 'Anna' })
  await enter(annasTwin, 'Anna’s new wallet')
  await findWords('This looks like the address you call Anna, but it’s different.')
  expect((await save()).disabled).toBe(true)
  await press('address-book-compared')
  await until(async () => expect((await save()).disabled).toBe(false))
  // For this one alone.
  type(await findTestId('address-book-address'), annasTwin.replace('11', '22'))
  await until(async () => expect((await save()).disabled).toBe(true))
  await judge('address-book-lookalike')
})

it('finds one of many by name and by address', async () => {
  const { book } = await openBook()
  for (let index = 0; index < 20; index += 1) {
    book.save({ namespace: 'eip155', address: `0x${`${index}`.padStart(40, '0')}`, name: `Friend ${index}` })
  }
  type(await findTestId('address-book-search'), 'friend 17')
  await until(() => expect(text()).not.toContain('Friend 3'))
  expect(text()).toContain('Friend 17')
  type(await findTestId('address-book-search'), 'nobody')
  await findWords('No saved address has “nobody” in it.')
})

it('calls the own account by its name wherever it stands', async () => {
  const { book, navigation } = await openBook()
  book.save({ namespace: 'eip155', address: own, name: 'Savings' })
  navigation.back()
  await until(() => expect(document.querySelector('.lk-account-label')?.textContent).toBe('Savings'))
})
