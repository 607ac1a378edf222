// What other plugins draw, with names from the book.
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { AccountRoute, Navigation } from '@latchkey/kernel/wallet'
import { fakeAccount } from '@latchkey/kernel/testing'
import { activity } from '@latchkey/plugin-activity/react'
import { TransactionsRoute } from '@latchkey/plugin-activity'
import { approvals } from '@latchkey/plugin-approvals/react'
import { KernelProvider } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it } from 'vitest'
import { bob, pageOf, record, testActivity } from '../../../activity/test/testActivity.js'
import { alice, spender, testApprovals } from '../../../approvals/test/testApprovals.js'
import { findTestId, show, until } from '../../../../ui-react/test/show.js'
import { connect } from '../../test/testAddressBook.js'
import { AddressBook } from '../AddressBookService.js'
import { addressBook } from './index.js'

let cleanup: (() => Promise<void>) | undefined
afterEach(() => cleanup?.())

// The test chains take any word for an address.
const name = 'Anna M.'

it('names the other end of a transaction in the activity', async () => {
  const data = testActivity()
  data.answer = () => pageOf([record('1')])
  const kernel = createKernel([...data.plugins, activity(), addressBook()], {
    storage: memoryStorage(),
    logLevel: 'silent',
  })
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  root.render(<KernelProvider kernel={kernel} />)
  cleanup = async () => {
    root.unmount()
    container.remove()
    await kernel.dispose()
  }
  await kernel.start()
  await connect(kernel)
  const navigation = kernel.get(Navigation)
  await until(() => expect(navigation.draws(TransactionsRoute.name)).toBe(true))
  navigation.open(AccountRoute)
  navigation.push(TransactionsRoute, undefined)
  const shown = async (text: string) =>
    until(() => expect(document.querySelector('[data-testid^="activity-row-"]')?.textContent).toContain(text))
  await shown(bob)
  kernel.get(AddressBook).save({ namespace: 'eip155', address: bob, name })
  await shown(name)
  // The address is still read out.
  await shown(bob)
})

it('names who may move a token in the approvals, always beside the address', async () => {
  const data = testApprovals()
  const shown = await show([data.chain, approvals(), addressBook()], [fakeAccount('eip155:1', alice)])
  cleanup = shown.unmount
  shown.kernel.get(AddressBook).save({ namespace: 'eip155', address: spender.toLowerCase(), name })
  shown.kernel.get(Navigation).open(AccountRoute)
  ;(await findTestId('wallet-features-approvals-button')).click()
  const row = await findTestId('approval-1')
  expect(row.innerText).toContain(name)
  expect(row.innerText).toContain('(0x5Be4…5Be4)')
  row.click()
  const review = await findTestId('approvals-review')
  expect(review.innerText).toContain(name)
  expect(review.textContent).toContain(spender)
})

it('leaves the name of a spender to the host, who gave it for this network', async () => {
  const data = testApprovals()
  const named = approvals({ spenders: { 'eip155:1': { [spender]: 'Example market' } } })
  const shown = await show([data.chain, named, addressBook()], [fakeAccount('eip155:1', alice)])
  cleanup = shown.unmount
  shown.kernel.get(AddressBook).save({ namespace: 'eip155', address: spender.toLowerCase(), name })
  shown.kernel.get(Navigation).open(AccountRoute)
  ;(await findTestId('wallet-features-approvals-button')).click()
  const row = await findTestId('approval-1')
  expect(row.innerText).toContain('Example market')
  expect(row.innerText).not.toContain(name)
})
