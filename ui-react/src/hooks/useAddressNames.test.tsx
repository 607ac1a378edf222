import { type AddressName, AddressNames, type AddressNamesService } from '@latchkey/kernel/contracts'
import { definePlugin } from '@latchkey/kernel/plugin'
import { afterEach, expect, it } from 'vitest'
import { proxy } from 'valtio/vanilla'
import { NamedAddress } from '../components/NamedAddress.js'
import { alice, bob, fakeChain } from '../../test/fakeWallets.js'
import { mountShell, testKernel, unmountAll } from '../../test/mount.js'
import { until } from '../../test/page.js'
import { useAddressNames } from './useAddressNames.js'

afterEach(unmountAll)

/** A plugin of somebody else that brings names of its own. */
const namesOf = (service: AddressNamesService) =>
  definePlugin({
    id: 'test.names',
    kernel: '^1.0.0',
    provides: [AddressNames],
    setup: (context) => context.provide(AddressNames, () => service),
  })

function Probe() {
  const { textOf, list, edit } = useAddressNames()
  return (
    <>
      <p id="row">
        <NamedAddress network="eip155:1" address={bob} />
      </p>
      <p id="full">
        <NamedAddress network="eip155:8453" address={bob} full />
      </p>
      <p id="text">{textOf('eip155:1', bob)}</p>
      <p id="list">
        {list('eip155')
          .map(({ name }) => name)
          .join()}
      </p>
      <p id="edit">{edit ? 'can be edited' : 'fixed'}</p>
      <button type="button" id="name" onClick={() => edit?.({ namespace: 'eip155', address: bob })}>
        Name
      </button>
    </>
  )
}

async function open(service?: AddressNamesService) {
  const kernel = testKernel([fakeChain(), ...(service ? [namesOf(service)] : [])])
  mountShell(kernel, <Probe />)
  await kernel.start()
  return kernel
}
const html = (id: string) => document.getElementById(id)
const entry = (over: Partial<AddressName> = {}): AddressName => ({
  namespace: 'eip155',
  address: bob.toLowerCase(),
  name: 'Bob',
  ...over,
})
const plain = (text = '') => text.replace(/[\u2066\u2069]/g, '')

it('names addresses from any plugin, by the rules of the namespace, and follows changes', async () => {
  const state = proxy({ entries: [entry(), entry({ address: alice, name: 'Alice' })] })
  await open({ state })
  await until(() => html('row')?.innerText.trim().startsWith('Bob'))
  // The address is read out, and in the tooltip.
  expect(html('row')?.textContent).toContain(bob)
  expect(html('row')?.querySelector('[title]')?.getAttribute('title')).toBe(bob)
  expect(html('full')?.innerText.replace(/\s/g, '')).toContain(`Bob${bob}`)
  expect(plain(html('text')?.textContent ?? '')).toBe('Bob (0xB0b0…0B0b)')
  expect(html('list')?.textContent).toBe('Alice,Bob')
  expect(html('edit')?.textContent).toBe('fixed')
  state.entries = [entry({ name: 'Robert' })]
  await until(() => html('row')?.textContent?.includes('Robert'))
})

it('shows the address where nobody knows a name', async () => {
  await open()
  await until(() => html('text')?.textContent === '0xB0b0…0B0b')
  expect(document.querySelector('[data-testid="lk-address-name"]')).toBeNull()
  expect(html('row')?.textContent).toContain(bob)
})

it('shows a hostile name as one plain line, and no name that has nothing to see in it', async () => {
  const name = '<img src=x onerror=alert(1)>\u202e\u200b'
  const state = proxy({ entries: [entry({ name }), entry({ address: alice, name: '\u200b\u3164' })] })
  await open({ state })
  await until(() => html('row')?.textContent?.includes('<img'))
  expect(html('row')?.textContent).not.toMatch(/[\u202e\u200b]/)
  expect(document.querySelector('img[src="x"]')).toBeNull()
  expect(html('list')?.textContent?.split(',')).toHaveLength(1)
})

it.each([
  ['no list', { entries: 'Bob' }],
  ['a list of nothing', { entries: [null] }],
  ['numbers', { entries: [{ namespace: 'eip155', address: 5, name: 6 }] }],
])('goes on with addresses where a plugin gives %s for names', async (_, state) => {
  await open({ state: proxy(state) as never })
  await until(() => html('text')?.textContent === '0xB0b0…0B0b')
})

it('leads to where a name can be given', async () => {
  const asked: unknown[] = []
  await open({ state: proxy({ entries: [] }), edit: (who) => void asked.push(who) })
  await until(() => html('edit')?.textContent === 'can be edited')
  html('name')?.click()
  expect(asked).toEqual([{ namespace: 'eip155', address: bob }])
})
