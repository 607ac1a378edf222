import { type EvmStack, startEvm } from '../../../../devstack/src/evm/index.js'
import { Identities } from '@latchkey/kernel/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import avatars from '../../vectors/ens/avatar.json' with { type: 'json' }
import { setUpCapabilities, startProxy } from '../../test/support.js'
import { safeAvatar } from './safeAvatar.js'

interface AvatarVectors {
  readonly meta: { readonly cases_in_this_half: number }
  readonly cases: readonly {
    readonly op: string
    readonly args: readonly (string | { readonly uri?: string } | undefined)[]
    readonly expect?: { readonly uri?: string }
  }[]
}

let stack: EvmStack
let other: EvmStack
beforeAll(async () => {
  ;[stack, other] = await Promise.all([startEvm(), startEvm({ chainId: 31338 })])
})
afterAll(() => Promise.all([stack?.stop(), other?.stop()]))

describe('names of the chain', () => {
  it('finds the address of a name, whatever its case', async () => {
    const { get, networkId } = setUpCapabilities([stack])
    const { alice, bob } = stack.names
    expect(await get(Identities).resolve({ networkId, name: alice.name })).toBe(alice.address)
    expect(await get(Identities).resolve({ networkId, name: ' ALICE.eth ' })).toBe(alice.address)
    expect(await get(Identities).resolve({ networkId, name: bob.name })).toBe(bob.address)
    expect(await get(Identities).resolve({ networkId, name: 'nobody.eth' })).toBeUndefined()
  })

  it('asks nobody about what is no name', async () => {
    const proxy = await startProxy(stack.url)
    const { get, networkId } = setUpCapabilities([stack], { rpcUrls: { [stack.chainId]: proxy.url } })
    expect(await get(Identities).resolve({ networkId, name: 'alice' })).toBeUndefined()
    await expect(get(Identities).resolve({ networkId, name: 'a_b .eth' })).rejects.toMatchObject({
      code: 'NAME_INVALID',
    })
    expect(proxy.bodies).toEqual([])
    await proxy.stop()
  })

  it('shows the primary name and the avatar of an address', async () => {
    const { get, networkId } = setUpCapabilities([stack])
    const { alice, bob } = stack.names
    expect(await get(Identities).lookup({ networkId, address: alice.address })).toEqual({
      name: alice.name,
      avatar: alice.avatar,
    })
    expect(await get(Identities).lookup({ networkId, address: bob.address })).toEqual({})
  })

  it('does not show a name that belongs to another address', async () => {
    const { get, networkId } = setUpCapabilities([stack])
    const { impostor } = stack.names
    expect(await get(Identities).lookup({ networkId, address: impostor.address })).toEqual({})
  })

  it('knows no names on a chain without a root for them', async () => {
    const { contracts: _, ...bare } = other.chain
    const { get } = setUpCapabilities([stack, other], { chains: [stack.chain, bare] })
    const networkId = 'eip155:31338'
    expect(get(Identities).supports?.(networkId)).toBe(false)
    expect(get(Identities).supports?.(`eip155:${stack.chainId}`)).toBe(true)
    expect(await get(Identities).resolve({ networkId, name: 'alice.eth' })).toBeUndefined()
    expect(await get(Identities).lookup({ networkId, address: stack.names.alice.address })).toEqual({})
  })
})

describe('safeAvatar', () => {
  const png = 'data:image/png;base64,iVBORw0KGgo='
  const options = { avatarHosts: ['pictures.example'], ipfsGateway: 'https://ipfs.example/ipfs' }
  it.each([
    [png, png],
    ['data:text/html,<script>', undefined],
    [`data:image/png;base64,${'A'.repeat(200_000)}`, undefined],
    ['https://pictures.example/a.png', 'https://pictures.example/a.png'],
    ['http://pictures.example/a.png', undefined],
    ['https://elsewhere.example/a.png', undefined],
    ['ipfs://QmHash/a.png', 'https://ipfs.example/ipfs/QmHash/a.png'],
    ['ipfs://ipfs/QmHash', 'https://ipfs.example/ipfs/QmHash'],
    ['ipfs://ipns/nora.eth/a.png', 'https://ipfs.example/ipns/nora.eth/a.png'],
    ['ipfs://ipns/../x', undefined],
    ['ipfs://../../other', undefined],
    ['eip155:1/erc721:0x0/1', undefined],
    ['javascript:alert(1)', undefined],
    ['', undefined],
  ])('%.60s: %s', (record, expected) => expect(safeAvatar(record, options)).toBe(expected))

  it('has no place for changing names on a gateway without a folder for them', () => {
    expect(safeAvatar('ipfs://ipns/nora.eth', { ipfsGateway: 'https://content.example/' })).toBeUndefined()
  })

  it('shows no record of the public vectors as anything but what it stands for', () => {
    const { cases, meta } = avatars as unknown as AvatarVectors
    expect(cases).toHaveLength(meta.cases_in_this_half)
    const shown = cases.flatMap(({ op, args: [given], expect: expected }) => {
      const record = typeof given === 'string' ? given : (given?.uri ?? '')
      const gateway = { ipfsGateway: 'https://ipfs.io/ipfs/', avatarHosts: [] }
      const picture = safeAvatar(record, gateway)
      return picture === undefined ? [] : [[op, record, picture, picture === expected?.uri] as const]
    })
    expect(shown.filter(([, , , isRight]) => !isRight)).toEqual([])
    expect(shown.some(([, record]) => record.startsWith('ipfs://'))).toBe(true)
  })

  it('contacts no host unless the app lists it', () => {
    expect(safeAvatar('https://pictures.example/a.png', {})).toBeUndefined()
    expect(safeAvatar('ipfs://QmHash', {})).toBeUndefined()
  })
})
