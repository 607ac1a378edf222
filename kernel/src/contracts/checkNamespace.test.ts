import { describe, expect, it } from 'vitest'
import { checkNamespace } from './checkNamespace.js'
import { isKernelError } from '../errors/base.js'
import { fakeNamespace, fakeNetwork } from '../testing/index.js'

function refusal(overrides: object): string {
  const network = { ...fakeNetwork('eip155:1'), ...overrides }
  try {
    checkNamespace(fakeNamespace('eip155', [], { networks: [network as never] }))
  } catch (error) {
    if (isKernelError(error, 'NETWORK_INVALID')) return error.message
    throw error
  }
  return 'accepted'
}

describe('checkNamespace', () => {
  it.each([
    {},
    { rpcUrls: [] },
    { rpcUrls: ['https://a.example', 'http://b.example', 'ws://c.example', 'wss://d.example'] },
    { nativeCurrency: { name: 'Coin', symbol: 'C', decimals: 0 } },
    { nativeCurrency: { name: 'Coin', symbol: 'C', decimals: 36 } },
    { explorer: { name: 'Explorer', url: 'https://explorer.example' } },
    { closed: { on: '2026-07-31', say: 'Move what you hold.' } },
  ])('accepts %j', (overrides) => {
    expect(refusal(overrides)).toBe('accepted')
  })

  it.each([
    [{ id: 'solana:1' }, '`id` to be a CAIP-2 id of the namespace'],
    [{ id: '1' }, '`id` to be a CAIP-2 id of the namespace'],
    [{ id: undefined }, '`id` to be a CAIP-2 id of the namespace'],
    [{ namespace: 'solana' }, '`namespace` to be the one it is listed under'],
    [{ name: '' }, '`name` to be a text'],
    [{ name: 1 }, '`name` to be a text'],
    [{ nativeCurrency: undefined }, '`nativeCurrency` to have a name and a symbol'],
    [{ nativeCurrency: { name: 'A', decimals: 1 } }, '`nativeCurrency` to have a name and a symbol'],
    ...[-1, 37, 1.5, '18', undefined, Number.NaN].map((decimals): [object, string] => [
      { nativeCurrency: { name: 'A', symbol: 'A', decimals } },
      '`nativeCurrency.decimals` to be a whole number from 0 to 36',
    ]),
    ...[undefined, 'http://a', [''], ['ftp://a'], ['javascript:1'], [1]].map((rpcUrls): [object, string] => [
      { rpcUrls },
      '`rpcUrls` to be a list of http(s) or ws(s) addresses',
    ]),
    [{ explorer: { name: 'A', url: 'javascript:1' } }, '`explorer.url` to be an http(s) address'],
    ...[
      { on: '2026-07-31' },
      { say: 'A' },
      { on: 'July', say: 'A' },
      { on: '2026-13-01', say: 'A' },
      true,
    ].map((closed): [object, string] => [{ closed }, '`closed` to have a day such as 2026-07-31 and a text']),
  ])('refuses %j and says what was expected', (overrides, expected) => {
    expect(refusal(overrides)).toContain(`cannot be used: expected ${expected}.`)
  })

  it('names the network and the namespace', () => {
    expect(refusal({ name: '' })).toMatchInlineSnapshot(
      `"The network "eip155:1" of "eip155" cannot be used: expected \`name\` to be a text."`,
    )
  })

  it('refuses a network that is listed twice', () => {
    expect(() => checkNamespace(fakeNamespace('eip155', ['1', '1']))).toThrowErrorMatchingInlineSnapshot(
      `[KernelError: The network "eip155:1" of "eip155" cannot be used: expected it to be listed once.]`,
    )
  })

  it.each([null, undefined])('refuses %s in place of a network', (network) => {
    const namespace = fakeNamespace('eip155', [], { networks: [network as never] })
    expect(() => checkNamespace(namespace)).toThrow(
      'The network 0 of "eip155" cannot be used: expected an object.',
    )
  })

  it.each([
    [{ id: 'x' }, '3 to 8 of -, a-z, 0-9 as its `id`'],
    [{ id: 'EIP155' }, '3 to 8 of -, a-z, 0-9 as its `id`'],
    [{ networks: undefined }, 'a list as its `networks`'],
    [{ networks: { id: 'eip155:1' } }, 'a list as its `networks`'],
  ])('refuses a namespace with %j, and says which of the two is wrong', (overrides, expected) => {
    const change = { ...fakeNamespace('eip155'), ...overrides } as never
    expect(() => checkNamespace(change)).toThrow(
      expect.objectContaining({
        code: 'NETWORK_INVALID',
        message: expect.stringContaining(`cannot be used: expected ${expected}.`),
      }),
    )
  })
})
