import { AccountRoute, Navigation } from '@latchkey/kernel/wallet'
import { AddressBook, type AddressBookService, AddressBookRoute } from '@latchkey/plugin-address-book'
import { addressBook } from '@latchkey/plugin-address-book/react'
import { anna, annasTwin, bob, ethereum, own } from '../../plugins/address-book/test/testAddressBook.js'
import { alice, connectorOf, connectWallet } from './featureParts.js'
import { click, findTestId, makeKernel, type Screen, until, write } from './screen.js'

const evm = (address: string, name: string) => ({ namespace: 'eip155', address, name })
const few = [evm(anna, 'Anna'), evm(bob, 'Bob, the landlord'), evm(own, 'Savings')]

function book(name: string, act: (book: AddressBookService) => unknown, entries = few): Screen {
  return {
    id: `address-book/${name}`,
    stage: () => {
      const kernel = makeKernel([ethereum(), connectorOf([alice]), addressBook()])
      return {
        kernel,
        act: async () => {
          await connectWallet(kernel)
          const service = kernel.get(AddressBook)
          for (const entry of entries) service.save(entry)
          const navigation = kernel.get(Navigation)
          await until(() => navigation.draws(AddressBookRoute.name))
          navigation.open(AccountRoute)
          navigation.push(AddressBookRoute)
          await findTestId('address-book')
          await act(service)
        },
      }
    },
  }
}

async function enter(address: string, name: string): Promise<void> {
  await click('address-book-add')
  await write('address-book-address', address)
  await write('address-book-name', name)
}

const many = Array.from({ length: 12 }, (_, index) =>
  evm(`0x${`${index + 10}`.repeat(20)}`, `Friend ${index + 1}`),
)

export const addressBookScreens: readonly Screen[] = [
  book('list', () => {}),
  book('none', () => {}, []),
  book('many', () => {}, many),
  book('new', () => enter(`0x${'7'.repeat(40)}`, 'Carla')),
  book('look-alike', () => enter(annasTwin, 'Anna’s new wallet')),
  book('name-taken', async () => {
    await enter(`0x${'7'.repeat(40)}`, 'Anna')
    await click('address-book-save')
  }),
  book('entry', () => click(`address-book-${anna}`)),
  book('remove', async () => {
    await click(`address-book-${anna}`)
    await click('address-book-remove')
    await findTestId('address-book-remove-confirm')
  }),
]
