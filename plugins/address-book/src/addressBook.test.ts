import { createKernel, type Kernel, memoryStorage } from '@latchkey/kernel'
import { AddressNames, looksAlike, type StorageAdapter } from '@latchkey/kernel/contracts'
import { fakeStorage, pluginSuite } from '@latchkey/kernel/testing'
import { eip155 } from '@latchkey/plugin-eip155'
import { polkadot, polkadotAssetHub } from '@latchkey/plugin-polkadot'
import { afterEach, describe, expect, it, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { anna, annasTwin, bob, connect, ethereum, own, ownWallet } from '../test/testAddressBook.js'
import * as entry from './index.js'
import { AddressBook, addressBook } from './index.js'

const kernels: Kernel[] = []
afterEach(async () => {
  await Promise.all(kernels.splice(0).map((kernel) => kernel.dispose()))
})

async function open(storage: StorageAdapter = memoryStorage()) {
  const kernel = createKernel(
    [ethereum(), polkadot({ networks: [polkadotAssetHub] }), ownWallet(), addressBook()],
    { id: 'book', storage, logLevel: 'silent', onPluginError: 'throw' },
  )
  kernels.push(kernel)
  await kernel.start()
  const book = kernel.get(AddressBook)
  return { kernel, book, names: () => book.state.entries.map(({ name }) => name) }
}
const evm = (address: string, name: string) => ({ namespace: 'eip155', address, name })
const codeOf = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    return (error as { code: string }).code
  }
  return 'nothing'
}

it('exports what a host uses', () => {
  expect(Object.keys(entry).sort()).toEqual([
    'AddressBook',
    'AddressBookEntryRoute',
    'AddressBookRoute',
    'addressBook',
  ])
})

pluginSuite({ test, create: () => addressBook(), others: () => [ethereum()], manifest })

it('takes the checksum that a network has of its own, and keeps it over a reload', async () => {
  const storage = memoryStorage()
  const chain = {
    id: 30,
    name: 'Rootstock',
    nativeCurrency: { name: 'Bitcoin', symbol: 'RBTC', decimals: 18 },
    rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
  }
  const openWith = async () => {
    const kernel = createKernel(
      [eip155({ networks: [chain], discovery: false, injected: false }), addressBook()],
      {
        id: 'book',
        storage,
        logLevel: 'silent',
        onPluginError: 'throw',
      },
    )
    kernels.push(kernel)
    await kernel.start()
    return kernel.get(AddressBook)
  }
  // EIP-1191 for chain 30, of its own test cases.
  const rootstock = '0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD'
  const book = await openWith()
  expect(book.namespaceOf(rootstock)).toBe('eip155')
  book.save(evm(rootstock, 'Anna'))
  expect((await openWith()).state.entries).toEqual([evm(rootstock, 'Anna')])
  // A typing error is none of its checksums.
  expect(codeOf(() => book.save(evm(rootstock.replace('EB', 'eB'), 'Anna')))).toBe('ADDRESS_INVALID')
})

it.each([
  ['the short name of its network, as Safe copies it (ERC-3770)', `eth:${anna}`],
  ['the id of its network (CAIP-10)', `eip155:1:${anna}`],
  ['marks that can’t be seen', `eth:\u200b${anna.slice(0, 9)}\u2068${anna.slice(9)}`],
])('takes an address behind %s', async (_, text) => {
  const { book } = await open()
  expect(book.namespaceOf(text)).toBe('eip155')
  book.save(evm(text, 'Anna'))
  expect(book.state.entries).toEqual([evm(anna, 'Anna')])
})

it('takes no other text before an address, and no such address for a name', async () => {
  const { book } = await open()
  for (const text of [`pay to ${anna}`, `eth/${anna}`, `:${anna}`, `a:b:c:${anna}`, 'eth:0x12']) {
    expect(book.namespaceOf(text)).toBeUndefined()
    expect(codeOf(() => book.save(evm(text, 'Anna')))).toBe('ADDRESS_INVALID')
  }
  expect(codeOf(() => book.save(evm(anna, `eth:${bob}`)))).toBe('ADDRESS_NAME_INVALID')
})

it('keeps names over a reload, tells other views of them by the contract, and forgets what is removed', async () => {
  const storage = memoryStorage()
  const first = await open(storage)
  first.book.save(evm(` ${anna} `, '  Anna   Meier '))
  first.book.save(evm(bob, 'Bob'))
  await first.kernel.dispose()
  const { kernel, book, names } = await open(storage)
  expect(kernel.get(AddressNames).state.entries).toEqual([evm(anna, 'Anna Meier'), evm(bob, 'Bob')])
  book.save(evm(anna.toLowerCase(), 'Anna'))
  expect(names()).toEqual(['Anna', 'Bob'])
  book.remove({ namespace: 'eip155', address: anna.toUpperCase().replace('0X', '0x') })
  expect(names()).toEqual(['Bob'])
})

it('compares addresses by the rules of their namespace', async () => {
  const { book, names } = await open()
  // The same account, written for two networks.
  const [generic, ofPolkadot] = [
    '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
    '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
  ]
  book.save({ namespace: 'polkadot', address: generic, name: 'Alice' })
  book.save({ namespace: 'polkadot', address: ofPolkadot, name: 'Alicia' })
  expect(names()).toEqual(['Alicia'])
  expect([book.namespaceOf(ofPolkadot), book.namespaceOf(` ${anna}`), book.namespaceOf('anna')]).toEqual([
    'polkadot',
    'eip155',
    undefined,
  ])
})

it('hears of what another tab saves, and loses none of it', async () => {
  const storage = fakeStorage()
  const one = await open(storage)
  const other = await open(storage.openTab())
  one.book.save(evm(anna, 'Anna'))
  expect(other.names()).toEqual(['Anna'])
  // Written by a tab that this one doesn't hear of.
  storage.values.set('book:addressBook', JSON.stringify([evm(anna, 'Anna'), evm(own, 'Mine')]))
  other.book.save(evm(bob, 'Bob'))
  expect(one.names()).toEqual(['Anna', 'Mine', 'Bob'])
})

describe('a name', () => {
  it.each([
    ['nothing', ''],
    ['spaces', ' \t '],
    ['one that turns the writing', 'An\u202ena'],
    ['one with letters of no width', 'An\u200bna'],
    ['one with letters without a shape', 'Anna\u3164'],
    ['a heap of marks', `A${'\u0301'.repeat(9)}`],
    ['an endless one', 'A'.repeat(41)],
    ['an address', bob],
    ['an address cut short', '0xdbF0…C6FB'],
    ['an address of another chain', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
  ])('is refused: %s', async (_, name) => {
    const { book, names } = await open()
    expect(codeOf(() => book.save(evm(anna, name)))).toBe('ADDRESS_NAME_INVALID')
    expect(names()).toEqual([])
  })

  it('stands for one address of a namespace, however it is written', async () => {
    const { book } = await open()
    book.save(evm(anna, 'Anna'))
    expect(codeOf(() => book.save(evm(bob, 'ANNA')))).toBe('ADDRESS_NAME_TAKEN')
    expect(codeOf(() => book.save(evm(bob, 'Ａnna')))).toBe('ADDRESS_NAME_TAKEN')
    book.save({
      namespace: 'polkadot',
      address: '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
      name: 'Anna',
    })
    expect(book.state.entries).toHaveLength(2)
  })

  it('is given to addresses only', async () => {
    const { book } = await open()
    for (const address of ['', 'anna', '0x12', `${anna}0`, anna.replace('fB', 'Fb')]) {
      expect(codeOf(() => book.save(evm(address, 'Anna')))).toBe('ADDRESS_INVALID')
    }
    expect(codeOf(() => book.save({ namespace: 'other', address: anna, name: 'Anna' }))).toBe(
      'ADDRESS_INVALID',
    )
  })
})

it('says what is wrong in these words', async () => {
  const { book } = await open()
  book.save(evm(anna, 'Anna'))
  const full = Array.from({ length: 500 }, (_, index) =>
    evm(`0x${`${index}`.padStart(40, '0')}`, `n${index}`),
  )
  const { book: other } = await open(fakeStorage({ 'book:addressBook': JSON.stringify(full) }))
  const said = [
    () => book.save(evm('anna', 'Anna')),
    () => book.save(evm(bob, '')),
    () => book.save(evm(bob, 'Anna')),
    () => other.save(evm(anna, 'Anna')),
  ].map((run) => {
    try {
      return run()
    } catch (error) {
      return (error as Error).message
    }
  })
  expect(said).toMatchInlineSnapshot(`
    [
      "This isn’t an address. Check it and enter it again.",
      "Enter a name of up to 40 characters that isn’t an address and has no invisible characters.",
      "You already call another address Anna. Choose another name.",
      "You’ve saved 500 addresses, which is the most. Remove one first.",
    ]
  `)
  // One that is there may still be called something else.
  other.save(evm(full[3]!.address, 'Anna'))
  expect(other.state.entries[3]?.name).toBe('Anna')
})

it('finds what an address looks like: one that is named, or an own account', async () => {
  const { kernel, book } = await open()
  const twinOfOwn = `${own.slice(0, 5)}${'1'.repeat(34)}${own.slice(-3)}`.toLowerCase()
  expect(looksAlike(own, twinOfOwn)).toBe(true)
  book.save(evm(anna, 'Anna'))
  const twinOf = (address: string) => book.findLookalike({ namespace: 'eip155', address })
  expect(twinOf(annasTwin)).toEqual({ address: anna, name: 'Anna' })
  for (const address of [anna, anna.toLowerCase(), bob, twinOfOwn]) expect(twinOf(address)).toBeUndefined()
  await connect(kernel)
  expect(twinOf(twinOfOwn)).toEqual({ address: own })
})

describe('what somebody else wrote into the storage', () => {
  const sound = evm(anna, 'Anna')
  const hostile: readonly (readonly [string, unknown])[] = [
    ['no list', { ...sound }],
    ['null', [null]],
    ['a text', ['anna']],
    ['no namespace', [{ ...sound, namespace: 'Ethereum mainnet' }]],
    ['a number for an address', [{ ...sound, address: 5 }]],
    ['no address', [{ ...sound, address: 'anna' }]],
    ['no address of a chain with many forms', [{ ...sound, namespace: 'polkadot' }]],
    ['an endless address', [{ ...sound, namespace: 'cosmos', address: 'a'.repeat(129) }]],
    ['an address that turns the writing', [{ ...sound, namespace: 'cosmos', address: 'a\u202eb' }]],
    ['no name', [{ ...sound, name: '' }]],
    ['a number for a name', [{ ...sound, name: 5 }]],
    ['an endless name', [{ ...sound, name: 'A'.repeat(41) }]],
    ['a name that turns the writing', [{ ...sound, name: '\u202eannA' }]],
    ['another address for a name', [{ ...sound, name: '0xdbF0…C6FB' }]],
  ]
  const readStored = async (value: unknown) =>
    (await open(fakeStorage({ 'book:addressBook': JSON.stringify(value) }))).book.state.entries

  it.each(hostile)('is no saved address: %s', async (_, value) => {
    expect(await readStored(value)).toEqual([])
  })

  it('spoils none of the others, and brings nothing along', async () => {
    const picture = { ...sound, icon: 'https://tracker.example' }
    expect(await readStored([...hostile.slice(1).flatMap(([, value]) => value), picture])).toEqual([sound])
  })

  it('is no more than 500, the newest', async () => {
    const many = Array.from({ length: 2_000 }, (_, index) => ({
      ...evm(`0x${`${index}`.padStart(40, '0')}`, `n${index}`),
    }))
    const entries = await readStored(many)
    expect([entries.length, entries.at(-1)?.name]).toEqual([500, 'n1999'])
  })

  it('of a chain that the host does not list now stays for when it does', async () => {
    const cosmos = { namespace: 'cosmos', address: 'cosmos1abc', name: 'Carla' }
    const storage = fakeStorage({ 'book:addressBook': JSON.stringify([cosmos]) })
    const { book } = await open(storage)
    book.save(sound)
    expect(JSON.parse(storage.values.get('book:addressBook') ?? '')).toEqual([cosmos, sound])
  })
})
